import { describe, expect, it } from 'vitest'
import { blocksOf, comparable } from './block-fixtures.ts'
import { resolveBlock } from './resolve-block.ts'
import { worldOf, type World } from './world-fixtures.ts'

const seeds = Array.from({ length: 1_000 }, (_, at) => at + 1)
const storiesPerWorld = process.env['FAULTS'] === 'full' ? 60 : 10

/** What the references of a world say, by a way to put its records into blocks and one to resolve these. */
function told(world: World, blocks: typeof blocksOf, resolve: typeof resolveBlock) {
  const confirmed = new Set<string>()
  const doubled = new Set<string>()
  for (const block of blocks(world)) {
    const all = [...block.a, ...block.b]
    const idsOf = (numbers: readonly number[]) => numbers.map((n) => all[n]?.id ?? '').toSorted()
    const a = block.a.map((record, n) => comparable(record, n))
    const b = block.b.map((record, n) => comparable(record, block.a.length + n))
    const { matches, duplicates } = resolve(a, b, { tolerance: 0n, repeated: true, parts: true })
    for (const match of matches)
      if (match.strength === 'confirmed') confirmed.add([...idsOf(match.a), ...idsOf(match.b)].join(' '))
    for (const id of idsOf(duplicates.map(({ n }) => n))) doubled.add(id)
  }
  return { confirmed, doubled }
}

/** What is true of the records that a reference joins. A conversion is joined by its payment's line; the rest of it names that line. */
function truthOf({ truths }: World) {
  const joined = truths.filter(({ a, b }) => a.length === 1 && b.length > 0)
  const lines = ({ story, b }: (typeof truths)[number]) => (story === 'conversion' ? b.slice(0, 1) : b).toSorted()
  return {
    confirmed: new Set(joined.map((truth) => [...truth.a, ...lines(truth)].join(' '))),
    doubled: new Set(truths.flatMap(({ status, b }) => (status === 'duplicate' ? b : []))),
  }
}

/** The seeds of worlds of which something else is told than is true. */
const untrue = (among: readonly number[], blocks = blocksOf, resolve = resolveBlock): number[] =>
  among.filter((seed) => {
    const world = worldOf(seed, storiesPerWorld)
    const [truth, found] = [truthOf(world), told(world, blocks, resolve)]
    return !(isSame(truth.confirmed, found.confirmed) && isSame(truth.doubled, found.doubled))
  })
type Rest = [blocks: typeof blocksOf, resolve?: typeof resolveBlock]
const isSame = <T>(one: Set<T>, other: Set<T>): boolean => one.symmetricDifference(other).size === 0

describe('a thousand worlds of known truth', () => {
  it('have every match, part and double told, and nothing confirmed that is not so', () => {
    expect(untrue(seeds)).toEqual([])
  })

  it.each<[string, Rest]>([
    ['mixes currencies', [(world) => blocksOf(turnedInto(world, { currency: 'EUR' }))]],
    ['mixes types', [(world) => blocksOf(turnedInto(world, { type: 'payment' }))]],
    ['trusts references that were cut', [(world) => blocksOf(turnedInto(world, { marks: [] }, (ref) => ref.slice(0, 12)))]],
    ['takes no parts', [blocksOf, (a, b, settings) => resolveBlock(a, b, { ...settings, parts: false })]],
    ['confirms what is suggested', [blocksOf, (a, b, settings) => {
      const resolved = resolveBlock(a, b, settings)
      return { ...resolved, matches: resolved.matches.map((match) => ({ ...match, strength: 'confirmed' })) }
    }]],
  ])('are told apart from an answer that %s', (_, planted) => {
    expect(untrue(seeds.slice(0, 100), ...planted).length).toBeGreaterThan(0)
  }) // prettier-ignore
})

function turnedInto(world: World, changes: Partial<World['a'][number]>, refOf = (ref: string) => ref): World {
  const side = (records: World['a']) =>
    records.map((record) => ({ ...record, ...changes, providerRef: refOf(record.providerRef) }))
  return { ...world, a: side(world.a), b: side(world.b) }
}
