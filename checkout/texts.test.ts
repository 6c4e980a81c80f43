import { expect, test } from 'vitest'
import { declineReasons } from '#contract/declines.ts'
import { languageTags } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'

const texts = textsOf('checkout')

test.each(languageTags)('the declines in %s: each says what happened and what to do, without codes', (language) => {
  const { declines } = texts[language].script
  expect(Object.keys(declines).sort()).toEqual([...declineReasons].sort())
  for (const { what, todo } of Object.values(declines)) expect(what + todo).not.toMatch(/[A-Z]{3}|_|\d{4}|\berror/)
})

// It may not be the holder who reads it.
test.each(languageTags)('in %s a shopper is not told that a card counts as lost or a payment as fraud', (language) => {
  const { declines } = texts[language].script
  expect(declines.INVALID_CARD_LOST_ERROR.todo).toBe(declines.SUSPECTED_FRAUDULENT_TRANSACTION_ERROR.todo)
  expect(declines.INVALID_CARD_LOST_ERROR.todo).not.toBe(declines.INVALID_CARD_NOT_SUPPORTED_ERROR.todo)
})
