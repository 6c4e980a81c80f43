import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as ourCalendar from '#server/subscription-store/calendar.ts'
import * as ourProration from '#server/subscription-store/proration.ts'
import { anyChain, chainFaults } from '#test/calendar-chains.ts'
import { anyStory, changeFaults, loopFaults } from '#test/proration-model.ts'
import { roomyPlace, testFolder } from '#test/test-folder.ts'
import { countOf, report } from './counts.ts'
import { patchedSource, type Patch } from './patched-source.ts'
import {
  boundaryFromBefore,
  creditWithoutLimit,
  daysOfUtc,
  halfEvenChange,
  netRoundedOnce,
  secondOfTwo,
  thirtyDayMonths,
} from './planted.ts'
import { planted } from './planted-test.ts'

/** Random calendars in all zones against a second implementation, and random changes within periods against fractions. */
const seed = Number(process.env['FAULT_SEED'] ?? 17)
const chains = countOf(100_000, 2_000)
const stories = countOf(50_000, 4_000)
const file = import.meta.filename
const timeout = countOf(20 * 60_000, 60_000)
const models = ['test/calendar-model.ts', 'test/calendar-chains.ts', 'test/proration-model.ts']
let folder: string

beforeAll(async () => {
  folder = await testFolder(await roomyPlace())
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test(`${chains} random chains of periods are the model's, rise without a hole and do not drift`, { timeout }, () => {
  const found = badChains(ourCalendar, chains)
  expect(found.slice(0, 5), `FAULT_SEED=${seed}`).toEqual([])
  report(`calendar: ${chains} chains of 12 periods`)
})

test(`${stories} random periods with changes: each line is the fractions', and no loop gains`, { timeout }, () => {
  const found = badStories(ourProration, stories)
  expect(found.slice(0, 5), `FAULT_SEED=${seed}`).toEqual([])
  report(`proration: ${stories} periods with up to 12 changes each`)
})

for (const [name, patches] of Object.entries({
  'a boundary that is reckoned from the one before': boundaryFromBefore,
  'days of UTC': daysOfUtc,
  'months of thirty days': thirtyDayMonths,
  'the second of two equal local times': secondOfTwo,
})) {
  planted(`${name}: found`, { file, patches, sources: models, timeout }, async () => {
    const calendar = await patched<typeof ourCalendar>('calendar.ts', patches)
    expect(badChains(calendar, 2_000).length).toBeGreaterThan(0)
  })
}

for (const [name, patches] of Object.entries({
  'credit beyond what was paid': creditWithoutLimit,
  'halves to the even': halfEvenChange,
  'a difference that is rounded once': netRoundedOnce,
})) {
  planted(`${name}: found`, { file, patches, sources: models, timeout }, async () => {
    const proration = await patched<typeof ourProration>('proration.ts', patches)
    expect(badStories(proration, 4_000).length).toBeGreaterThan(0)
  })
}

/** The same random ones for one seed. */
function badChains(calendar: typeof ourCalendar, count: number): object[] {
  return fc.sample(anyChain, { numRuns: count, seed }).flatMap((chain) => {
    const found = chainFaults(calendar, chain)
    return found.length > 0 ? [{ ...chain, found }] : []
  })
}
function badStories(proration: typeof ourProration, count: number): object[] {
  return fc.sample(anyStory, { numRuns: count, seed }).flatMap((story) => {
    const found = [...changeFaults(proration, story), ...loopFaults(proration, story)]
    return found.length > 0 ? [{ ...story, found }] : []
  })
}

async function patched<Module>(name: string, patches: readonly Patch[]): Promise<Module> {
  const source = await patchedSource(folder, patches)
  return (await import(pathToFileURL(join(source, 'server/subscription-store', name)).href)) as Module
}
