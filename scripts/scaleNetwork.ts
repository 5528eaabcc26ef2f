/**
 * Multiplies the scores of a network: `npm run scale:network -- 165 in.nnue out.nnue` lets an output of 1.0
 * stand for 165 centipawns. Training sets the scale that a network learns best with; the margins of
 * the search expect scores of a certain size.
 */
import { encodeNetwork } from '../src/eval/nnue/networkFile.ts';
import { createFile } from '../src/hosts/node/atomicFile.ts';
import { readNetwork } from '../src/hosts/node/readNetwork.ts';
import { ChessError } from '../src/util/result.ts';
import { withFiles } from './withFiles.ts';

withFiles('npm run scale:network -- SCALE in.nnue out.nnue', ([text, input, output, ...rest]) => {
  if (output === undefined || rest.length > 0 || !/^\d{1,5}$/.test(text!)) {
    throw new ChessError('give a scale in centipawns, a network and a file to create');
  }
  const { network } = readNetwork(input!);
  const scale = Number(text);
  const origin = `${network.origin.trimEnd()}\nScores multiplied by ${scale}/${network.scale}.\n`;
  createFile(output, encodeNetwork({ ...network, scale, origin }));
});
