/**
 * The evaluation that `refrain-worker.js` carries: the build writes the built-in network and the
 * kernels into it, in base64. A page's own part of the engine carries neither.
 */
import type { EvaluatorFiles } from '../../eval/newEvaluator.ts';

/** Set by the bundler, for the worker alone. */
declare const NETWORK_BASE64: string | null;
declare const KERNELS_BASE64: string | null;

function decode(base64: string | null): Uint8Array<ArrayBuffer> | null {
  if (base64 === null) return null;
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

let files: EvaluatorFiles | undefined;

/** What positions are evaluated with unless the user names another network. */
export function readBuiltIn(): EvaluatorFiles {
  files ??= {
    network: decode(typeof NETWORK_BASE64 === 'undefined' ? null : NETWORK_BASE64),
    kernels: decode(typeof KERNELS_BASE64 === 'undefined' ? null : KERNELS_BASE64),
  };
  return files;
}
