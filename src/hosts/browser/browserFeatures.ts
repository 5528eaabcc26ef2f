/** Detects the features of the browser that the engine depends on. */
import { compile } from '../../eval/nnue/kernels/kernels.ts';

/** The smallest module with a SIMD instruction: a function that returns a vector of zeros. */
// biome-ignore format: one section a line
const SIMD_MODULE = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
  0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b,
  0x03, 0x02, 0x01, 0x00,
  0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b,
]);

/** Whether workers can share memory: the page must be cross-origin isolated. */
export const HAS_SHARED_MEMORY =
  typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated === true;

/** Logical processors, as reported by the browser. */
export const PROCESSORS = Math.max(1, globalThis.navigator?.hardwareConcurrency ?? 1);

/** Memory of the device in gibibytes. Only Chromium reports it; elsewhere that of a phone is assumed. */
const DEVICE_MEMORY =
  (globalThis.navigator as { deviceMemory?: number } | undefined)?.deviceMemory ?? 4;

/** In mebibytes: a quarter of the device's memory, at most a gibibyte. */
export const MAX_HASH = Math.max(64, Math.min(1024, DEVICE_MEMORY * 256));

/** Why the engine is slower here than it could be: a sentence for each reason. */
export function missingFeatures(): string[] {
  const missing: string[] = [];
  if (!HAS_SHARED_MEMORY) {
    const isIsolated = globalThis.crossOriginIsolated === true;
    const reason = isIsolated ? 'the browser' : 'the page is not cross-origin isolated and';
    missing.push(`one search thread: ${reason} has no SharedArrayBuffer`);
  }
  if (typeof WebAssembly === 'undefined') {
    missing.push('slow evaluation: there is no WebAssembly');
  } else if (!WebAssembly.validate(SIMD_MODULE)) {
    missing.push('slow evaluation: WebAssembly has no SIMD');
  } else if (compile(SIMD_MODULE) === null) {
    missing.push('slow evaluation: the Content-Security-Policy forbids WebAssembly');
  }
  return missing;
}

/** The browser and its resources in one line, for bug reports. */
export function describeBrowser(): string {
  const agent = globalThis.navigator?.userAgent ?? 'unknown browser';
  return [`${agent}, ${PROCESSORS} processors`, ...missingFeatures()].join('; ');
}
