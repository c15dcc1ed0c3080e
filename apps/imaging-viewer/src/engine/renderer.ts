const probeKey = 'cornerstone3D.renderingCapabilities';
const unmaskedRenderer = 0x9246;

function rendererOf(): { name: string; webgl2: boolean } | null {
  const canvas = document.createElement('canvas');
  const modern = canvas.getContext('webgl2');
  const gl = modern ?? canvas.getContext('webgl');
  if (!gl) return null;
  const name = String(
    gl.getExtension('WEBGL_debug_renderer_info') ? gl.getParameter(unmaskedRenderer) : gl.getParameter(gl.RENDERER),
  );
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return { name, webgl2: modern !== null };
}

/** Skips the library's slow test of GPU texture formats, which are unused: sets the result in its own cache. */
export function skipTextureTests(): void {
  const renderer = rendererOf();
  if (!renderer) return;
  const formats = {
    norm16: false,
    norm16Linear: false,
    float: true,
    floatLinear: true,
    halfFloat: true,
    halfFloatLinear: true,
  };
  try {
    localStorage.setItem(
      probeKey,
      JSON.stringify({ probeVersion: 1, renderer: renderer.name, webgl2: renderer.webgl2, formats }),
    );
  } catch {
    // Without storage the library runs the test; it only takes longer.
  }
}
