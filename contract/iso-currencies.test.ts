import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exponentOf, isIsoCurrency, isoCurrencyCodes } from './iso-currencies.ts'
import { currencies } from './kit/money.ts'

it('each currency has its decimals, ours among them, and a code that is none has none', () => {
  expect(['EUR', 'JPY', 'KWD', 'CLF', 'ISK', 'BYR', 'XAU', 'eur', ''].map(exponentOf)).toEqual([
    2, 0, 3, 4, 0, 0, undefined, undefined, undefined,
  ]) // prettier-ignore
  for (const [code, decimals] of Object.entries(currencies)) expect(exponentOf(code)).toBe(decimals)
  expect(new Set(isoCurrencyCodes).size).toBe(isoCurrencyCodes.length)
  expect(isoCurrencyCodes.every((code) => /^[A-Z]{3}$/.test(code) && isIsoCurrency(code))).toBe(true)
  expect(isoCurrencyCodes).toHaveLength(179)
})

const list = join(import.meta.dirname, '../../shared/data/standards/iso/iso4217_codes-all.csv')
it.skipIf(!existsSync(list))('all that the standard lists as active are there with its decimals', () => {
  const active = readFileSync(list, 'utf8')
    .split('\n')
    .flatMap((line) => /,([A-Z]{3}),[^,]*,([0-9]),\r?$/.exec(line) ?? [])
    .filter((_, at) => at % 3 > 0)
  expect(active.length).toBeGreaterThan(300)
  for (let at = 0; at < active.length; at += 2)
    expect([active[at], exponentOf(active[at] as string)]).toEqual([active[at], Number(active[at + 1])])
})
