import { crc32, deflateSync } from 'node:zlib'

const [width, height] = [1_600, 1_200]

/** A picture like a photograph, as a PNG: colours that run into each other, and the noise of a sensor. Another `seed`, another one. */
export function photo(seed: number): Buffer {
  const row = width * 3 + 1
  const pixels = Buffer.alloc(height * row)
  let random = seed
  for (let y = 0; y < height; y++)
    for (let at = y * row + 1, x = 0; x < width; x++, at += 3)
      for (const part of [0, 1, 2]) {
        // A linear congruential generator, whose upper bits are random enough for noise.
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
        const light = 128 + 60 * Math.sin(x / (130 + 40 * part) + seed) + 50 * Math.sin(y / (170 - 30 * part))
        pixels[at + part] = light + (random >>> 28) - 8
      }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits of each of three colours.
  size.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    part('IHDR', size),
    part('IDAT', deflateSync(pixels, { level: 1 })),
    part('IEND', Buffer.alloc(0)),
  ])
}

function part(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
