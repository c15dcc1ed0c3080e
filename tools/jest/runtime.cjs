// Jest reads, transforms, resolves and compiles every module again for every test file. This keeps what does not depend
// on the file for the next one: V8 runs a compiled script in any number of contexts, with the functions compiled since.
// Every file still has modules of its own.
const { statSync } = require('node:fs');
const { dirname } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInContext, Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

// V8 drops code that rests, such as that of functions between two test files.
setFlagsFromString('--no-flush-bytecode');

// Looking up a global in a sandbox is slow. In a scope of their own, so that modules can declare the same names.
const builtIns =
  'Object Array Symbol Math Promise String Number Boolean JSON Map Set WeakMap WeakSet Error TypeError RegExp Reflect Uint8Array';
const names = builtIns.replaceAll(' ', ',');

/** The value for a key, made at the first call. */
const remembered = (map, key, make) => {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
};

const scripts = new Map();
const transforms = new Map();
const builtInsOf = new WeakMap();
const resolvedBy = new WeakMap();

const scriptOf = (code, filename, parameters) => {
  const known = scripts.get(filename);
  if (known?.code === code && known.parameters === parameters) return known.script;
  const start = `(function(${names}){return function(${parameters}){`;
  const script = new Script(`${start}${code}\n}})`, { filename, columnOffset: -start.length });
  scripts.set(filename, { code, parameters, script });
  return script;
};

module.exports = class extends Runtime {
  constructor(config, environment, resolver, ...rest) {
    super(config, environment, resolver, ...rest);
    this.keepScripts(environment);
    this.keepTransforms(config);
    this.keepResolved(resolver);
    // Fastify looks through it at every plugin for a name to show.
    this.registries.getRequireCacheProxy = () => Object.create(null);
  }

  keepScripts(environment) {
    const parameters = this.executor.injectedModuleParameters.join(',');
    this.executor.compile = (code, filename) => {
      const context = environment.getVmContext();
      if (context === null) return null;
      const values = remembered(builtInsOf, context, () => runInContext(`[${names}]`, context));
      return scriptOf(code, filename, parameters).runInContext(context)(...values);
    };
  }

  keepTransforms({ id }) {
    const { transformCache } = this;
    const transform = transformCache.transform.bind(transformCache);
    transformCache.transform = (filename, options) => {
      const key = `${id} ${options?.isInternalModule ?? false} ${filename}`;
      const { mtimeMs, size } = statSync(filename);
      const known = transforms.get(key);
      if (known?.mtimeMs === mtimeMs && known.size === size) {
        if (known.entry) transformCache.transforms.set(filename, known.entry);
        if (known.entry?.sourceMapPath) transformCache.sourceMaps.set(filename, known.entry.sourceMapPath);
        return known.code;
      }
      const code = transform(filename, options);
      transforms.set(key, { mtimeMs, size, code, entry: transformCache.transforms.get(filename) });
      return code;
    };
  }

  keepResolved(resolver) {
    const { _resolution: resolution } = this;
    // Packages have other files for browsers than for Node, and a test file can choose its environment.
    const ofResolver = remembered(resolvedBy, resolver, () => new Map());
    const conditions = resolution.cjsConditions.join();
    const known = remembered(ofResolver, conditions, () => ({ resolveCjs: new Map(), getCjsMockModule: new Map() }));
    for (const [name, found] of Object.entries(known)) {
      const search = resolution[name].bind(resolution);
      resolution[name] = (from, to) =>
        to ? remembered(found, `${dirname(from)}\0${to}`, () => search(from, to)) : search(from, to);
    }
  }
};
