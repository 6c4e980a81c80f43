import { describe, expect, it } from 'vitest'
import { rules } from '#contract/access.ts'
import { wordsOf } from '#contract/notification-words.ts'
import { kindNames, kindOf, searchOf } from '#contract/notifications.ts'
import type { Areas } from '#i18n/areas.ts'
import { readSearch } from '#console/kit/routing/screen-link.tsx'

const files = import.meta.glob<Areas['notices']>('../../i18n/*/notices.json', { eager: true, import: 'default' })

/** What is declared of each kind, held against what it stands on. */
describe.each(kindNames)('%s', (kind) => {
  const declared = kindOf(kind)
  const facts = Object.fromEntries(declared.facts.map((fact) => [fact, `value-of-${fact}`]))

  it('has words in each language, which tell its facts and nothing undefined', () => {
    const texts = Object.values(files).map((texts) => wordsOf(kind, facts, texts))
    for (const { name, text } of texts) {
      expect(name.trim()).not.toBe('')
      expect(text).not.toContain('undefined')
    }
    const told = texts.map(({ text }) => [...text.matchAll(/value-of-(\w+)/g)].map((match) => match[1]).toSorted())
    for (const one of told) expect(one).toEqual(told[0])
    expect(new Set(texts.map((text) => text.name)).size).toBe(texts.length)
  })

  it('leads to a screen whose address can carry what it needs', () => {
    const { to } = declared.opens
    const address = searchOf(kind, facts)
    expect(readSearch(to, address)).toEqual(address)
    expect(Object.values(address)).not.toContain('')
  })

  it('is for roles alone, which a job can ask the database for', () => {
    expect(rules[declared.audience].checks).toEqual([])
    if (declared.fixed) expect(declared.console).toBe(true)
  })
})
