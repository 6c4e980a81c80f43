import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { metrics, registry } from '#server/kit/process/metrics.ts'

/** docs/operations.md tells operators what the program does; here it is held to that. */
const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')

/** The rows of the table under a heading, each as its cells without back-quotes. */
function tableUnder(heading: string): string[][] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('`', '').trim()),
    )
}

/** Every name that is read, of the environment and of no other place. */
function settingsRead(): Set<string> {
  const read = new Set<string>()
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    { get: (_, name) => (read.add(String(name)), undefined), has: (_, name) => (read.add(String(name)), false) },
  )
  readConfig(env, [], root)
  return read
}

describe('the table of', () => {
  it('settings has each that the program reads, and no other', () => {
    const told = tableUnder('Settings').map(([name]) => name ?? '')
    expect(new Set(told)).toEqual(settingsRead())
    expect(told.length).toBe(settingsRead().size)
  })

  it('time-outs and limits has each, with its value', () => {
    const told = Object.fromEntries(tableUnder('Time-outs and limits').map(([, name, value]) => [name, value]))
    const real = Object.fromEntries(
      Object.entries(timeouts).map(([name, value]) => [
        name,
        !name.endsWith('Ms') ? String(value) : value < 1_000 ? `${value} ms` : `${value / 1_000} s`,
      ]),
    )
    expect(told).toEqual(real)
  })

  it('alarms names metrics that there are', () => {
    const there = registry.getMetricsAsArray().map(({ name }) => name)
    const named = [...text.matchAll(/`(countinghouse_\w+)/g)].map((match) => match[1] ?? '')
    expect(Object.keys(metrics).length).toBe(there.length)
    expect(named.filter((name) => !there.includes(name) && !roles.includes(name))).toEqual([])
  })
})

const roles = ['countinghouse_owner', 'countinghouse_app', 'countinghouse_web']
