/**
 * Synthesized sounds: a piece on wood is a short burst of noise, filtered, over a low tone that dies
 * away.
 * https://developer.mozilla.org/en-US/docs/Web/API/Web_Audio_API
 */
import type { Sound } from './sound.ts';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
/** Milliseconds after which no sound is heard any more. */
const LENGTH = 1000;
let ending: number | undefined;

export function synthesize(sound: Sound): void {
  context ??= new AudioContext();
  // Safari also has the state `interrupted`, as after a call. If audio cannot start, there is no sound.
  context
    .resume()
    .then(rest)
    .catch(() => {});
  const at = context.currentTime + 0.01;
  switch (sound) {
    case 'move':
      knock(context, at, 1);
      break;
    case 'capture':
      knock(context, at, 1.2);
      knock(context, at + 0.06, 0.8);
      break;
    case 'check':
      knock(context, at, 1);
      tone(context, at + 0.03, 660, 0.25, 0.08);
      break;
    case 'end':
      tone(context, at, 392, 0.5, 0.1);
      tone(context, at + 0.16, 523, 0.7, 0.1);
  }
}

/** Suspends the audio after a sound: while it runs it computes silence. A device may have taken long to start. */
function rest(): void {
  clearTimeout(ending);
  ending = window.setTimeout(() => context?.suspend().catch(() => {}), LENGTH);
}

/** A piece put on the board. */
function knock(audio: AudioContext, at: number, strength: number): void {
  noise ??= whiteNoise(audio);
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 1400, Q: 1.2 });
  source
    .connect(filter)
    .connect(fade(audio, at, 0.35 * strength, 0.05))
    .connect(audio.destination);
  source.start(at);
  source.stop(at + 0.06);
  tone(audio, at, 170, 0.09, 0.3 * strength);
}

/** Plays a tone; its frequency in hertz, its length in seconds. */
function tone(
  audio: AudioContext,
  at: number,
  frequency: number,
  time: number,
  gain: number,
): void {
  const source = new OscillatorNode(audio, { frequency });
  source.connect(fade(audio, at, gain, time)).connect(audio.destination);
  source.start(at);
  source.stop(at + time);
}

/** A gain that falls from a value to silence. */
function fade(audio: AudioContext, at: number, from: number, time: number): GainNode {
  const node = new GainNode(audio);
  node.gain.setValueAtTime(from, at);
  node.gain.exponentialRampToValueAtTime(0.0001, at + time);
  return node;
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 10, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
