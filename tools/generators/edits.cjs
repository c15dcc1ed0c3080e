/** @typedef {import('@nx/devkit').Tree} Tree */

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const pascal = (name) => camel(name).replace(/^\w/, (letter) => letter.toUpperCase());

/** Creates a file that must not exist yet. */
function create(tree, path, content) {
  if (tree.exists(path)) throw new Error(`${path} exists already.`);
  tree.write(path, content);
}

/** Adds text before or after a place that the file must have exactly once. */
function insert(tree, path, { before, after }, text) {
  const content = tree.read(path, 'utf8');
  const place = before ?? after;
  if (content === null || content.split(place).length !== 2)
    throw new Error(`${path} must contain exactly once: ${place}`);
  tree.write(
    path,
    content.replace(place, () => (before ? text + place : place + text)),
  );
}

/** Adds a line after the last import of a file. */
function addImport(tree, path, line) {
  const content = tree.read(path, 'utf8') ?? '';
  const last = [...content.matchAll(/^import [^;]*;\n/gm)].at(-1);
  if (!last) throw new Error(`${path} has no imports.`);
  const end = last.index + last[0].length;
  tree.write(path, `${content.slice(0, end)}${line}\n${content.slice(end)}`);
}

module.exports = { addImport, camel, create, insert, pascal };
