import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { bareDist, buildBarePage } from './bare-page.ts'
import { openBrowser, openQuietly, fillInSignIn } from './browser.ts'
import type { BenchDatabase } from './database.ts'
import { startProcess } from './process.ts'
import type { Line } from './table.ts'
import { smallMerchant } from './volume.ts'

export const title =
  'G13 JavaScript of the first load: sign-in and the list of payment links, one language, brotli, against a bare Mantine list'

const dist = join(import.meta.dirname, '../dist')
const wanted = [
  'console/index.html',
  'console/session/sign-in.tsx',
  'console/payment-links/list.tsx',
  'i18n/en/console.json?first',
]

export async function measure(database: BenchDatabase): Promise<Line[]> {
  await buildBarePage()
  const bare = kilobytes(bareDist, graphOf(bareDist, ['index.html']))
  const declared = kilobytes(dist, graphOf(dist, wanted))
  const loaded = kilobytes(dist, await loadedBy(database))
  const ours = Math.max(declared, loaded)
  return [
    { what: 'bare Mantine list', value: `${bare.toFixed(1)} kB` },
    { what: 'ours, by the graph of the build', value: `${declared.toFixed(1)} kB` },
    { what: 'ours, as Chromium loads it', value: `${loaded.toFixed(1)} kB` },
    {
      what: 'ours / bare',
      value: (ours / bare).toFixed(2),
      goal: { measured: ours / bare, goal: 1.5, stretch: 1.25, better: 'less' },
    },
    { what: 'ours', value: `${ours.toFixed(1)} kB`, goal: { measured: ours, goal: 235, better: 'less', unit: ' kB' } },
  ]
}

type Manifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>

/** The scripts of the named chunks with all that those import, and, where it is asked for, with what the named ones themselves load later. */
export function graphOf(
  folder: string,
  names: readonly string[],
  { fetched = false }: { fetched?: boolean } = {},
): Set<string> {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  names.forEach(add)
  if (fetched) names.flatMap((name) => manifest[name]?.dynamicImports ?? []).forEach(add)
  return files
}

/** The scripts that Chromium asks for: the sign-in of a stranger, then the list. */
async function loadedBy({ ownerUrl }: BenchDatabase): Promise<Set<string>> {
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    const files = new Set<string>()
    const url = api.ready.url.replace('127.0.0.1', 'localhost')
    await page.goto(`${url}/login?redirectFrom=${encodeURIComponent('/payment-links')}`)
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) files.add(`assets/${basename(response.url())}`)
    })
    await openQuietly(page, () => page.reload())
    await openQuietly(page, () => fillInSignIn(page, smallMerchant))
    return files
  } finally {
    await browser.close()
    await api.stop()
  }
}

export function kilobytes(folder: string, files: Iterable<string>): number {
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const sizes = [...files].map((file) => brotliCompressSync(readFileSync(join(folder, file)), best).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000
}
