import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutAssets } from '#server/checkout/page.ts'
import { openBrowser, openQuietly } from './browser.ts'
import type { Looped } from './closed-loop.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import type { DocumentLoad } from './document-load.ts'
import type { Effort } from './effort.ts'
import { watch, type Shown } from './g14.ts'
import { makeLink } from './make-link.ts'
import { makePage } from './make-page.ts'
import { photo } from './photo.ts'
import { openPlainBrowser } from './plain-browser.ts'
import { startProcess } from './process.ts'
import { openRaw } from './raw-http.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

export const title =
  "G20 the document of a payment page with two pictures, 16 connections, against a link's page; its JavaScript uncompressed; its largest contentful paint, CPU slowed down 4 times"

const currency = 'MYR'
const connections = 16
const links = 20
const slowDown = 4
const warmUps = 3
const titleShown = 'Trail jacket'

/** The shopper's document of a page: what it costs the server, what it brings and when it is seen. */
export async function measure(database: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const { ownerUrl, pid } = database
  const [api, load] = await Promise.all([
    startProcess<{ url: string }>('api.ts', { ownerUrl }),
    startProcess('document-load.ts', null),
  ])
  const { url } = api.ready
  try {
    const session = await signIn(url, payingMerchant)
    const pagePath = await newPage(url, session)
    const linkPaths = await newLinks(url, session)
    const measured = async (paths: readonly string[]): Promise<Result> => {
      const [server, whole] = [cpuOf(api.pid), cpuOfFamily(pid)]
      const looped = await load.ask<Looped>({ url, paths, connections, seconds } satisfies DocumentLoad)
      const each = (after: number, before: number) => (after - before) / looped.times
      return { ...looped, serverCpu: each(cpuOf(api.pid), server), databaseCpu: each(cpuOfFamily(pid), whole) }
    }
    const costs = await interleave(
      { link: () => measured(linkPaths), page: () => measured([pagePath]) },
      rounds,
      warmUps,
    )
    const shownAt = url.replace('127.0.0.1', 'localhost') + pagePath
    return [...costLines(costs), ...scriptLines(await loadedBy(shownAt)), ...paintLines(await paints(shownAt, rounds))]
  } finally {
    await Promise.all([api.stop(), load.stop()])
  }
}

interface Result extends Looped {
  /** CPU for a request, in microseconds: of the server's process, then of PostgreSQL. */
  serverCpu: number
  databaseCpu: number
}

/** The path of a page with two photographs, by a name of its own. */
async function newPage(url: string, session: Session): Promise<string> {
  const custom_url = `bench${randomBytes(8).toString('hex')}`
  const pictures = [await upload(url, session, photo(1)), await upload(url, session, photo(2))]
  await makePage(url, session, {
    currency,
    custom_url,
    stock: 'limited',
    stock_available: 500,
    pictures: pictures.map((picture, at) => ({ picture, alt: `Trail jacket, picture ${at + 1}` })),
    description: ['Three layers, taped seams.', 'Made in one piece. Delivered within three days.'].map((text) => ({
      type: 'paragraph',
      spans: [{ text }],
    })),
  })
  return `/pay/p/${custom_url}`
}

async function upload(url: string, { token }: Session, png: Buffer): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'photo.png')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/gateway/api/payment-pages/pictures`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`no picture: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { content: { picture: string } }).content.picture
}

async function newLinks(url: string, session: Session): Promise<string[]> {
  const connection = await openRaw(url)
  const paths: string[] = []
  while (paths.length < links) paths.push(`/pay/${(await makeLink(connection, { session, currency })).linkRef}`)
  connection.close()
  return paths
}

/** The bytes of script that Chromium runs: without compression, as the parser reads them. */
async function loadedBy(url: string): Promise<number> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') sizes.push(response.body().then(({ length }) => length))
    })
    await openQuietly(page, () => page.goto(url))
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  } finally {
    await browser.close()
  }
}

interface Painted extends Shown {
  /** Pictures that are there when the page has come to rest. */
  pictures: number
}

async function paints(url: string, rounds: number): Promise<Painted[]> {
  const browser = await openPlainBrowser()
  try {
    const { page } = await interleave(
      {
        page: () =>
          browser.visit<Painted>(url, {
            row: titleShown,
            kept: { cookies: [], origins: [] },
            slowDown,
            watch: `${watch}
              Object.defineProperty(seen, 'pictures', { enumerable: true, get: () =>
                [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length })`,
          }),
      },
      rounds,
    )
    if (page.some(({ pictures }) => pictures !== 2)) throw new Error('a page without its two pictures')
    return page
  } finally {
    await browser.close()
  }
}

function costLines({ link, page }: Record<'link' | 'page', Result[]>): Line[] {
  const facts = (results: Result[]) => {
    const of = (figure: (result: Result) => number) => median(results.map(figure)).toFixed(0)
    return `${of((t) => t.perSecond)} req/s, p99 ${of((t) => t.p99Ms)} ms, server ${of((t) => t.serverCpu)} µs, database ${of((t) => t.databaseCpu)} µs a request`
  }
  const cpu = ratioOf(page, link, ({ serverCpu }) => serverCpu)
  return [
    { what: "a link's page", value: facts(link) },
    { what: 'the page', value: facts(page) },
    {
      what: "page / link's page, server CPU a request",
      value: cpu.toFixed(2),
      goal: { measured: cpu, goal: 1.5, better: 'less' },
    },
    { what: 'the same, database CPU', value: ratioOf(page, link, ({ databaseCpu }) => databaseCpu).toFixed(2) },
  ]
}

function scriptLines(loaded: number): Line[] {
  const { script, preloads = [] } = checkoutAssets().shop
  const dist = join(import.meta.dirname, '../dist')
  const built = [script, ...preloads].reduce((sum, file) => sum + statSync(join(dist, file)).size, 0)
  const most = Math.max(built, loaded) / 1_000
  return [
    { what: 'JavaScript by the build', value: `${(built / 1_000).toFixed(1)} kB` },
    {
      what: 'JavaScript as Chromium loads it',
      value: `${(loaded / 1_000).toFixed(1)} kB`,
      goal: { measured: most, goal: 40, better: 'less', unit: ' kB' },
    },
  ]
}

function paintLines(painted: Painted[]): Line[] {
  const lcp = median(painted.map(({ lcpMs }) => lcpMs))
  return [
    {
      what: 'largest contentful paint',
      value: `${lcp.toFixed(0)} ms, blocked ${median(painted.map(({ blockedMs }) => blockedMs)).toFixed(0)} ms`,
      goal: { measured: lcp, goal: 1_200, better: 'less', unit: ' ms' },
    },
  ]
}
