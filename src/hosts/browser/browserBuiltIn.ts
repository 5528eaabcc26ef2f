/**
 * The network and kernels in `refrain-worker.js`: the build embeds them in base64. The engine's code
 * in a page contains neither.
 */
import type { EvaluatorFiles } from '../../eval/newEvaluator.ts';

/** Defined by the bundler, in the worker only. */
declare const NETWORK_BASE64: string | null;
declare const KERNELS_BASE64: string | null;

/** In browsers from 2025 on; TypeScript's library for older ones does not have it. */
const { fromBase64 } = Uint8Array as { fromBase64?(text: string): Uint8Array<ArrayBuffer> };

function decode(base64: string | null): Uint8Array<ArrayBuffer> | null {
  if (base64 === null) return null;
  if (fromBase64 !== undefined) return fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

let files: EvaluatorFiles | undefined;

/** The evaluation files that are used unless the user chooses another network. */
export function readBuiltIn(): EvaluatorFiles {
  files ??= {
    network: decode(typeof NETWORK_BASE64 === 'undefined' ? null : NETWORK_BASE64),
    kernels: decode(typeof KERNELS_BASE64 === 'undefined' ? null : KERNELS_BASE64),
  };
  return files;
}
