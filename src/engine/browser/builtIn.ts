/** The evaluation that the worker's file carries. */
import type { EvaluatorFiles } from '../../eval/newEvaluator.ts';

export const BUILT_IN: EvaluatorFiles = { network: null, kernels: null };
