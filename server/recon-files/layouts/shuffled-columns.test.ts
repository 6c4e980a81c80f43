import { readFileSync, readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSettlement, twoDays } from '#server/providers/simulator/settlement/fixtures.ts'
import { layoutOf } from '../layouts.ts'
import { cellText } from '../read/amounts.ts'
import { digestOf, timesOf } from '../read/digest.ts'
import { openSource } from '../read/open-source.ts'
import type { SourceRow } from '../read/source-rows.ts'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { proposedFor, readBy, readWith } from './reading-fixtures.ts'

/** A provider may move its columns: a file is known by its titles, and says the same wherever they stand. */
const seeds = [1, 2, 3]

/** Layouts whose columns have a place: of a section's lines, each with its own titles, or of lines without titles. */
const hasPlaces = (key: string) => {
  const { headers, beginsWith, titles, sections } = layoutOf(key)?.reading ?? { headers: [] }
  return headers.length === 0 || Boolean(beginsWith ?? titles ?? sections)
}

/** The layout that reads a csv file by its titles, and how many rows stand above them; null for other files. */
async function byTitles(bytes: Buffer) {
  const found = await proposedFor({ bytes }).catch(() => null)
  if (!found?.layout || hasPlaces(found.layout)) return null
  return { key: found.layout, above: found.reading.offset ?? 0 }
}

async function inOtherOrder(bytes: Buffer, above: number, seed: number): Promise<Buffer> {
  const source = await openSource((async function* () { yield bytes })(), {}) // prettier-ignore
  const rows: SourceRow[] = []
  for await (const piece of source.rows) rows.push(...piece)
  const titles = (rows.find(({ no }) => no > above)?.cells ?? []).map(cellText)
  const order = shuffledPlaces(titles, seed)
  const { delimiter } = source.facts
  const lines = rows.map(({ no, cells }) => {
    const texts = cells.map(cellText)
    const moved = no > above ? [...order.map((place) => texts[place] ?? ''), ...texts.slice(titles.length)] : texts
    return moved.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter)
  })
  return Buffer.from(`\ufeff${lines.join('\n')}\n`)
}

/** Columns of the same title stay in their order: nothing else tells them apart. */
function shuffledPlaces(titles: readonly string[], seed: number): number[] {
  let state = seed
  const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff) / 0x80_00_00_00
  const places = titles.map((_, place) => ({ place, at: next() })).toSorted((a, b) => a.at - b.at)
  const left = Map.groupBy(titles.keys(), (place) => titles[place]?.trim() ?? '')
  return places.map(({ place }) => left.get(titles[place]?.trim() ?? '')?.shift() ?? place)
}

/** What is read of a file, without where in it. */
async function said(key: string, bytes: Buffer) {
  const { rows, records, summary } = await readBy(key, { bytes })
  return { rows: rows.map(({ outcome }) => outcome), proofs: summary.proofs, digest: digestOf(timesOf(records)) }
}

async function expectTheSame(key: string, above: number, bytes: Buffer) {
  const before = await said(key, bytes)
  for (const seed of seeds) {
    const shuffled = await inOtherOrder(bytes, above, seed)
    expect([seed, (await byTitles(shuffled))?.key]).toEqual([seed, key])
    expect([seed, await said(key, shuffled)]).toEqual([seed, before])
  }
}

let ofSimulator: Buffer
beforeAll(async () => {
  const settled = await openSettlement(twoDays)
  ofSimulator = await settled.file('/settlement/settlement_acme_20261117_01.csv')
  await settled.close()
})

it('a file of the simulator', async () => {
  expect(await byTitles(ofSimulator)).toEqual({ key: 'SIMULATOR', above: 0 })
  await expectTheSame('SIMULATOR', 0, ofSimulator)
})

it('a file whose rows are known by all of themselves, also by what nothing is read from', async () => {
  const layout = layoutOf('SIMULATOR')
  if (!layout) throw new Error('no such layout')
  const { identity: _, ...reading } = layout.reading
  const lines = ofSimulator.toString().trim().split(/\r?\n/).map((line, at) => (at === 0 ? `Desk,${line},Shift` : `d${at % 3},${line},s${at}`)) // prettier-ignore
  const bytes = Buffer.from(lines.join('\n'))
  const digest = async (file: Buffer) => {
    const { records } = await readWith({ ...layout, reading }, { bytes: file })
    expect(records).toHaveLength(lines.length - 1)
    return digestOf(timesOf(records))
  }
  const before = await digest(bytes)
  for (const seed of seeds) expect([seed, await digest(await inOtherOrder(bytes, 0, seed))]).toEqual([seed, before])
})

describe.runIf(hasRealFiles)('every real file of a layout with titles', async () => {
  const paths = hasRealFiles ? readdirSync(realFile(''), { recursive: true }).map(String) : []
  const files: [string, string, number, Buffer][] = []
  for (const path of paths.filter((one) => one.endsWith('.csv'))) {
    const bytes = readFileSync(realFile(path))
    const found = await byTitles(bytes)
    if (found) files.push([path, found.key, found.above, bytes])
  }

  it('is one of many layouts', () => {
    expect(new Set(files.map(([, key]) => key)).size).toBeGreaterThan(7)
  })

  it.each(files)('%s, as %s', (_path, key, above, bytes) => expectTheSame(key, above, bytes))
})
