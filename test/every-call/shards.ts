import { allCalls } from '#contract/contract.ts'

/** Into how many files the tests of every call are cut; each takes whole domains. */
export const shards = 16

type Entry = ReturnType<typeof allCalls>[number]

/** The calls of the domains of a shard, 1 to {@link shards}: the domains with most calls are dealt out first. */
export function callsOfShard(shard: number): Entry[] {
  const domains = [...Map.groupBy(allCalls(), ({ domain }) => domain).values()]
  const dealt: Entry[][] = Array.from({ length: shards }, () => [])
  for (const calls of domains.toSorted((a, b) => b.length - a.length))
    dealt.toSorted((a, b) => a.length - b.length)[0]?.push(...calls)
  return dealt[shard - 1] ?? []
}
