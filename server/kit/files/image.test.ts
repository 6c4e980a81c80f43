import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { chunk, png, pngMagic } from '#test/picture.ts'
import { cleanImage, type CleanImage } from './image.ts'

const rule = { field: 'file', leastPixels: 256, square: true, mostPixels: 512 }
const anyShape = { ...rule, leastPixels: 1, square: false }

/** The outcome of a file: the picture, or the reason in the words of the fault. */
async function become(bytes: Uint8Array, as = rule): Promise<CleanImage | string> {
  try {
    return await cleanImage(bytes, as)
  } catch (error) {
    if (!(error instanceof Fault) || error.fault !== 'invalidFile') throw error
    expect(error.message).toBe('Uploaded File is invalid')
    return error.errors?.[0]?.reason ?? ''
  }
}
const drawn = async (bytes: Uint8Array, as = rule): Promise<Buffer> => {
  const result = await become(bytes, as)
  if (typeof result === 'string') throw new Error(result)
  return result.bytes
}
const svg = (inside: string, { attributes = 'width="300" height="300"', before = '' } = {}) =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  )

describe('a picture', () => {
  it('comes out as a PNG of at most the size that is wanted', async () => {
    for (const [bytes, side] of [
      [png(256, 256), 256],
      [png(900, 900), 512],
      [svg('<rect width="300" height="300"/>'), 512],
    ] as const) {
      // prettier-ignore
      const out = await drawn(bytes)
      expect(out.subarray(0, 8)).toEqual(pngMagic)
      expect(await sharp(out).metadata()).toMatchObject({ format: 'png', width: side, height: side })
    }
  })

  it('is refused when it is small or not square, in words', async () => {
    expect(await become(png(255, 255))).toBe('image_too_small')
    expect(await become(png(300, 301))).toBe('not_square')
    expect(await become(svg('', { attributes: 'width="300" height="400"' }))).toBe('not_square')
  })

  it('leaves place, camera and comments behind, and stands upright', async () => {
    const camera = await sharp(png(300, 200))
      .jpeg()
      .withExif({
        IFD0: { Make: 'SecretCamera', Copyright: 'SecretOwner' },
        IFD3: { GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(camera.includes('SecretCamera')).toBe(true)
    const out = await drawn(camera, anyShape)
    expect(out.includes('SecretCamera') || out.includes('SecretOwner') || out.includes('eXIf')).toBe(false)
    expect(await sharp(out).metadata()).toMatchObject({ width: 200, height: 300 })
    const told = await drawn(png(256, 256, { extra: [chunk('tEXt', Buffer.from('Comment\0SecretWords'))] }))
    expect(told.includes('SecretWords')).toBe(false)
  })

  it('loses what else its file was: a page, a script or an archive behind it', async () => {
    for (const behind of ['<html><script>alert(1)</script>', '%PDF-1.4 /JS (app.alert(1))', 'PK\u0003\u0004archive']) {
      const out = await drawn(Buffer.concat([png(256, 256), Buffer.from(behind)]))
      expect(out.includes(behind)).toBe(false)
    }
  })

  it('is only taken for what its bytes are', async () => {
    const others = [
      'GIF89a', 'BM', 'RIFF0000WEBPVP8 ', '%PDF-1.7', '%!PS-Adobe', '<html><svg>', 'II*\0', 'text', '\0\0\0 ftypavif', '',
    ] // prettier-ignore
    for (const other of others) expect(await become(Buffer.from(other)), other).toBe('not_an_image')
    expect(await become(Buffer.concat([pngMagic, Buffer.alloc(200)]))).toBe('not_an_image')
    expect(await become(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]))).toBe('not_an_image')
    const whole = png(300, 300)
    expect(await become(whole.subarray(0, whole.length - 200))).toBe('not_an_image')
  })

  it('costs little when it claims to be vast', async () => {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(30_000, 0)
    header.writeUInt32BE(30_000, 4)
    header.set([8, 6, 0, 0, 0], 8)
    const vast = Buffer.concat([pngMagic, chunk('IHDR', header), chunk('IDAT', Buffer.alloc(50)), chunk('IEND', Buffer.alloc(0))]) // prettier-ignore
    expect(await become(vast)).toBe('not_an_image')
    expect(await become(svg('', { attributes: 'width="9000000" height="9000000"' }))).toBe('not_an_image')
  })
})

describe('a drawing', () => {
  const hostile: Record<string, Buffer> = {
    script: svg('<script>alert(1)</script>'),
    'script in capitals': svg('<ScRiPt>alert(1)</ScRiPt>'),
    'script with a prefix': svg('<svg:script>alert(1)</svg:script>'),
    handler: svg('<rect onload="alert(1)"/>'),
    'handler after a slash': svg('<rect/onclick=alert(1)>'),
    'foreign page': svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    link: svg('<a href="https://evil.example"><rect/></a>'),
    'javascript address': svg('<use xlink:href="javascript:alert(1)"/>'),
    'picture from outside': svg('<image href="https://evil.example/x.png"/>'),
    'file of ours': svg('<image href="file:///etc/passwd"/>'),
    'relative file': svg('<image xlink:href="../../data/master.key"/>'),
    'style from outside': svg('<style>@import url(https://evil.example/x.css);</style>'),
    'font from outside': svg('<style>@font-face { src: url("https://evil.example/f") }</style>'),
    'filter from outside': svg('<rect style="filter:url(https://evil.example#f)"/>'),
    entity: svg('<text>&x;</text>', { before: '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' }),
    'billion laughs': svg('<text>&c;</text>', { before: '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>' }), // prettier-ignore
    stylesheet: svg('', { before: '<?xml-stylesheet href="https://evil.example/x.css"?>' }),
    base: svg('<g xml:base="https://evil.example/"><rect/></g>'),
    animation: svg('<rect><animate attributeName="href" values="javascript:alert(1)"/></rect>'),
    'drawing in a drawing': svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'),
    'a NUL': svg('<rect\0/>'),
    'bad text': Buffer.concat([svg('').subarray(0, -6), Buffer.from([0xc3, 0x28]), Buffer.from('</svg>')]),
  }
  it.each(Object.entries(hostile))('with a %s is refused before anything reads it', async (_what, bytes) => {
    expect(await become(bytes, anyShape)).toBe('unsafe_drawing')
  })

  it('is given up when it repeats itself without end', async () => {
    const levels = Array.from({ length: 12 }, (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(8)}</g>`) // prettier-ignore
    const laughs = svg(`<rect id="l0" width="1" height="1"/>${levels.join('')}<use href="#l12"/>`)
    expect(await become(laughs, anyShape)).toMatch(/not_an_image|unsafe_drawing/)
    const loop = svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>')
    expect(['not_an_image', 'string', 'object']).toContain(typeof (await become(loop)))
  })

  it('is drawn with gradients, masks and its own parts', async () => {
    const logo = svg(
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#0f6b66"/></linearGradient></defs><rect width="300" height="300" style="fill:url(#g)"/><use xlink:href="#g"/>',
      { before: '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n' },
    ) // prettier-ignore
    const out = await drawn(logo)
    const { dominant } = await sharp(out).stats()
    expect([dominant.r, dominant.g, dominant.b].map((value) => Math.abs(value - 0x6b) < 110)).toEqual([
      true,
      true,
      true,
    ])
  })
})

const corpus = join(import.meta.dirname, '../../../../shared/data/badinput')
const folders = [
  join(import.meta.dirname, '../../../test/samples/pictures'),
  ...['images', 'images_png', 'svg', 'images_invalid'].map((name) => join(corpus, name)).filter(existsSync),
]
describe('bad pictures, samples of our own and those of other projects’ tests where they are', () => {
  it('are refused in words or come out clean', { timeout: 120_000 }, async () => {
    const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    for (const name of files) {
      const result = await become(readFileSync(name), anyShape)
      if (typeof result === 'string') expect(result, name).toMatch(/^(not_an_image|unsafe_drawing)$/)
      else expect((await sharp(result.bytes).metadata()).format, name).toBe('png')
    }
  })
})
