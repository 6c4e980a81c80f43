import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { full } from '#test/faults/counts.ts'
import { form, formType, png } from '#test/picture.ts'
import { probesOf } from '#test/probes.ts'
import { openTestApp, type TestApp, type TestSession } from '#test/test-app.ts'

let testApp: TestApp
let session: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  session = await testApp.signIn(await testApp.addMerchant())
})
afterAll(() => testApp.close())

const calls = { logo: '/merchants/paymentPage/logo', picture: '/api/payment-pages/pictures' } as const
type Use = keyof typeof calls
/** The address of an uploaded file, or the reason why it was refused, and the milliseconds that it took. */
async function upload(use: Use, name: string, bytes: Buffer) {
  const since = performance.now()
  const body = form({}, [{ name, bytes }])
  const answer = await testApp.call(session, 'POST', calls[use], body, { 'content-type': formType })
  const ms = performance.now() - since
  const { content, errors = [], status_message: text } = answer.body
  const address = (content as Record<string, string> | undefined)?.[use] ?? ''
  const [fault] = errors as { reason: string; text: string }[]
  return { address, status: answer.status, reason: fault?.reason ?? '', words: [String(text), fault?.text ?? ''], ms }
}
const served = (url: string) => testApp.app.inject({ url })

const corpus = join(import.meta.dirname, '../../../shared/data/badinput')
const folders = [
  join(import.meta.dirname, '../../test/samples/pictures'),
  ...['images', 'images_png', 'svg', 'images_invalid'].map((name) => join(corpus, name)).filter(existsSync),
]
const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
const uses: readonly Use[] = ['logo', 'picture']
const probes = probesOf('pictures of pages', files.flatMap((file) => uses.map((use) => ({ file, use }))), 12) // prettier-ignore

it(
  'a bad picture is refused in words or drawn anew within two seconds, as a logo and as a picture',
  { timeout: 300_000 },
  async () => {
    const ends = { refused: 0, drawn: 0 }
    for (const { file, use } of probes) {
      const bytes = readFileSync(file)
      const first = await upload(use, basename(file), bytes)
      // A machine that is busy with other things is asked again.
      const { address, status, reason, words, ms } = first.ms < 2_000 ? first : await upload(use, basename(file), bytes)
      expect(ms, file).toBeLessThan(2_000)
      if (status === 200) {
        const { headers, rawPayload } = await served(address)
        expect([headers['content-type'], headers['x-content-type-options']]).toEqual(['image/png', 'nosniff'])
        expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
        const { format, width = 0, height = 0 } = await sharp(rawPayload).metadata()
        expect([format, Math.max(width, height) <= (use === 'logo' ? 512 : 1_600)], file).toEqual(['png', true])
        expect(rawPayload.toString('latin1'), file).not.toMatch(/<script|<svg|onload=/i)
        ends.drawn += 1
      } else {
        expect([file, status, words[0]]).toEqual([file, 400, 'Uploaded File is invalid'])
        expect(reason, file).toMatch(/^(not_an_image|unsafe_drawing|image_too_small|not_square|wrong_file_type)$/)
        ends.refused += 1
      }
    }
    if (full) console.log(`${ends.drawn} pictures were drawn anew, ${ends.refused} refused`)
  },
)

it('a picture has an address of its own content, and a logo has to be square', async () => {
  const [one, again] = [await upload('picture', 'a.png', png(40, 30)), await upload('picture', 'b.png', png(40, 30))]
  expect(one.address).toMatch(/^\/gateway\/page-pictures\/[0-9a-f]{64}\.png$/)
  expect(again.address).toBe(one.address)
  const { status, reason } = await upload('logo', 'wide.png', png(300, 280))
  expect([status, reason]).toEqual([400, 'not_square'])
})
