/** The format of self-play files: games survive encoding, anything else is rejected. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFen, positionFromFen, START_FEN } from '../../src/chess/notation/fen.ts';
import {
  decodeGame,
  ENDS,
  encodeGame,
  GAME_HEADER,
  packPosition,
  unpackPosition,
} from '../../src/datagen/gameFormat.ts';
import { crc32 } from '../../src/util/crc32.ts';
import { unwrap } from '../../src/util/result.ts';
import { allStarts, checkGames, plies } from '../support/games.ts';
import { HEADER, recordOf } from '../support/selfPlay.ts';

test('the checksum is that of zip', () => {
  expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

describe('a position', () => {
  test('survives packing, with castling rooks and en passant target', () => {
    checkGames(allStarts, { games: 60, plies: 60 }, (game) => {
      for (const { position } of plies(game)) {
        const { chess960 } = position;
        const again = unwrap(unpackPosition(packPosition(position), chess960));
        expect(formatFen(again)).toBe(formatFen(position));
        expect([again.keyLo, again.keyHi]).toEqual([position.keyLo, position.keyHi]);
      }
    });
  });

  test('is packed as specified, byte for byte', () => {
    const packed = packPosition(positionFromFen('r3k3/8/8/8/2pPp3/8/8/R3K2R b KQq d3 0 7'));
    const [occupied, pieces, rest] = [
      '9100001c00000011',
      'ac1c10bd000000000000000000000000',
      '93000700',
    ];
    expect(Buffer.from(packed).toString('hex')).toBe(`${occupied}${pieces}${rest}`);
  });

  test('of random bytes is rejected with a sentence, or is legal', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 28, maxLength: 28 }), (bytes) => {
        const position = unpackPosition(bytes, true);
        if (position.ok) expect(position.value.validate()).toBe(null);
        else expect(position.error.message).toMatch(/\w/);
      }),
    );
  });
});

describe('a game', () => {
  test('survives encoding', () => {
    checkGames(allStarts, { games: 100, plies: 120 }, (game) => {
      const record = recordOf(game, game.picks.length);
      const bytes = encodeGame(record);
      expect(bytes.length).toBe(36 + 4 * record.moves.length);
      expect(unwrap(decodeGame(bytes))).toEqual(record);
    });
  });

  test('with a wrong length, result or end is rejected', () => {
    const bytes = encodeGame(recordOf({ start: START_FEN, picks: [1, 2, 3], taste: 'anything' }));
    for (let length = 0; length < bytes.length; length++) {
      expect(decodeGame(bytes.subarray(0, length)).ok).toBe(false);
    }
    expect(decodeGame(bytes.with(2, 3)).ok).toBe(false);
    expect(decodeGame(bytes.with(3, ENDS.length)).ok).toBe(false);
  });
});

describe('a header', () => {
  test('survives encoding', () => {
    const bytes = GAME_HEADER.encode(HEADER);
    expect(bytes).toHaveLength(GAME_HEADER.bytes);
    expect(unwrap(GAME_HEADER.decode(bytes))).toEqual(HEADER);
  });

  test('with any bit flipped, or truncated, is rejected', () => {
    const bytes = GAME_HEADER.encode(HEADER);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(GAME_HEADER.decode(bytes).ok).toBe(false);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
    }
    for (let length = 0; length < bytes.length; length++) {
      expect(GAME_HEADER.decode(bytes.subarray(0, length)).ok).toBe(false);
    }
  });
});
