import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]
/** A shape: how far a point is outside of it, in pixels, less than zero inside. */
type Shape = (x: number, y: number) => number
interface Layer {
  shape: Shape
  colour: Colour
}

const [width, height] = [800, 500]

const circle =
  (x: number, y: number, radius: number): Shape =>
  (atX, atY) =>
    Math.hypot(atX - x, atY - y) - radius
const everywhere: Shape = () => -1
/** A box with round corners. */
const box =
  (x: number, y: number, halfWidth: number, halfHeight: number, radius = 4): Shape =>
  (atX, atY) => {
    const [beside, above] = [Math.abs(atX - x) - halfWidth + radius, Math.abs(atY - y) - halfHeight + radius]
    return Math.hypot(Math.max(beside, 0), Math.max(above, 0)) + Math.min(Math.max(beside, above), 0) - radius
  }
const ring =
  (x: number, y: number, radius: number, thick: number): Shape =>
  (atX, atY) =>
    Math.abs(Math.hypot(atX - x, atY - y) - radius) - thick
/** All below a wavy line. */
const below =
  (y: number, wave: number, length: number, shift = 0): Shape =>
  (atX, atY) =>
    y + wave * Math.sin(atX / length + shift) + (wave / 2) * Math.sin(atX / length / 0.43 + shift) - atY

/** What the pictures of the demo's pages show, from the back to the front. */
const scenes = {
  hills: [
    { shape: everywhere, colour: [22, 34, 68] },
    { shape: circle(600, 130, 46), colour: [250, 236, 190] },
    { shape: below(300, 46, 120), colour: [40, 66, 104] },
    { shape: below(360, 34, 90, 2), colour: [30, 92, 92] },
    { shape: below(430, 22, 150, 4), colour: [16, 54, 58] },
  ],
  tree: [
    { shape: everywhere, colour: [222, 240, 228] },
    { shape: below(400, 12, 160), colour: [120, 176, 110] },
    { shape: box(400, 350, 15, 80), colour: [104, 72, 48] },
    { shape: circle(340, 236, 76), colour: [44, 122, 76] },
    { shape: circle(460, 236, 76), colour: [38, 110, 70] },
    { shape: circle(400, 164, 86), colour: [58, 142, 88] },
  ],
  socks: [
    { shape: everywhere, colour: [244, 232, 214] },
    ...[190, 370, 550].flatMap((x, at): Layer[] => {
      const colour = ([[176, 62, 52], [46, 90, 136], [70, 110, 64]] as const)[at] ?? [0, 0, 0] // prettier-ignore
      return [
        { shape: box(x, 230, 42, 140), colour },
        { shape: box(x + 34, 350, 76, 40, 38), colour },
        { shape: box(x, 112, 48, 26), colour: [250, 246, 238] },
      ]
    }),
  ],
  cup: [
    { shape: everywhere, colour: [236, 224, 208] },
    { shape: box(400, 396, 190, 12), colour: [140, 98, 66] },
    { shape: ring(520, 280, 50, 13), colour: [250, 250, 248] },
    { shape: box(400, 280, 120, 100), colour: [250, 250, 248] },
    { shape: box(400, 188, 106, 10), colour: [92, 56, 34] },
  ],
  reef: [
    { shape: everywhere, colour: [196, 232, 240] },
    { shape: circle(170, 110, 44), colour: [252, 214, 120] },
    { shape: below(200, 16, 70), colour: [72, 164, 196] },
    { shape: below(290, 18, 90, 1), colour: [34, 120, 164] },
    { shape: circle(470, 360, 40), colour: [240, 128, 84] },
    { shape: circle(516, 360, 24), colour: [240, 128, 84] },
    { shape: below(440, 16, 60, 3), colour: [16, 74, 112] },
  ],
} as const satisfies Record<string, readonly Layer[]>
export type Scene = keyof typeof scenes

const drawn = new Map<Scene, Buffer>()

/** A drawing as a PNG of 800 × 500 pixels, with smooth edges. Each is drawn once. */
export function drawPicture(scene: Scene): Buffer {
  const picture = drawn.get(scene) ?? pngOf(scenes[scene])
  drawn.set(scene, picture)
  return picture
}

function pngOf(layers: readonly Layer[]): Buffer {
  const row = width * 3 + 1
  // Each row begins with its filter: none.
  const pixels = Buffer.alloc(height * row)
  for (const { shape, colour } of layers)
    for (let y = 0; y < height; y++)
      for (let x = 0, at = y * row + 1; x < width; x++, at += 3) {
        const outside = shape(x, y)
        if (outside >= 0.5) continue
        const cover = Math.min(1, 0.5 - outside)
        for (const part of [0, 1, 2] as const) {
          const under = pixels[at + part] as number
          pixels[at + part] = under + (colour[part] - under) * cover
        }
      }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits of each of three colours.
  size.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(pixels, { level: 3 })
  return Buffer.concat([signature, part('IHDR', size), part('IDAT', data), part('IEND', Buffer.alloc(0))])
}
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function part(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
