import { describe, expect, it } from 'vitest'
import { answerText, readAnswer, writeAnswer } from './answers.ts'

describe('an answer in the address', () => {
  it('comes back as it was written, with colons in its value too', () => {
    for (const answer of [
      { field: 'size', value: 'M' },
      { field: 'f0a', value: 'at 10:30: door 2' },
      { field: 'note', value: 'مرحبا' },
    ])
      expect(readAnswer(writeAnswer(answer))).toEqual(answer)
  })

  it('is none where the field or the value is missing', () => {
    for (const text of [undefined, '', 'size', 'size:', ':M']) expect(readAnswer(text)).toBeUndefined()
  })
})

it('a tick is said in a word, and a field without an answer says nothing', () => {
  const fields = { size: 'M', terms: true }
  expect(answerText({ fields }, 'size', 'Yes')).toBe('M')
  expect(answerText({ fields }, 'terms', 'Yes')).toBe('Yes')
  expect(answerText({ fields }, 'note', 'Yes')).toBe('')
})
