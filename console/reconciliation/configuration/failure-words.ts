import type { CallError } from '#console/kit/api/send-call.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText } from '#console/kit/i18n/words.ts'

/** A refusal in the words of its fields, or in its own where it names none. */
export const failureWords = (error: CallError): string =>
  [...new Set(error.errors.map(fieldText))].filter((text) => text !== '').join(' ') || failureText(error)
