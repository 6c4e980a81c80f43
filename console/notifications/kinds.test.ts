import { describe, expect, it } from 'vitest'
import { rules } from '#contract/access.ts'
import { wordsOf } from '#contract/notification-words.ts'
import { kindNames, kindOf, searchOf } from '#contract/notifications.ts'
import { messageLanguages } from '#contract/messages.ts'
import { searches } from '#console/screens.tsx'

/** What is declared of each kind, held against what it stands on. */
describe.each(kindNames)('%s', (kind) => {
  const declared = kindOf(kind)
  const facts = Object.fromEntries(declared.facts.map((fact) => [fact, `value-of-${fact}`]))

  it('has words in each language, which tell its facts and nothing undefined', () => {
    const texts = messageLanguages.map((language) => wordsOf(kind, facts, language))
    for (const { name, text } of texts) {
      expect(name.trim()).not.toBe('')
      expect(text).not.toContain('undefined')
    }
    const told = texts.map(({ text }) => [...text.matchAll(/value-of-(\w+)/g)].map((match) => match[1]).toSorted())
    expect(told[1]).toEqual(told[0])
    expect(texts[0]?.name).not.toBe(texts[1]?.name)
  })

  it('leads to a screen whose address can carry what it needs', () => {
    const { to } = declared.opens
    const address = searchOf(kind, facts)
    const read = (searches as Record<string, (raw: Record<string, string>) => object>)[to]
    expect(read ? read(address) : {}).toEqual(address)
    expect(Object.values(address)).not.toContain('')
  })

  it('is for roles alone, which a job can ask the database for', () => {
    expect(rules[declared.audience].checks).toEqual([])
    if (declared.fixed) expect(declared.console).toBe(true)
  })
})
