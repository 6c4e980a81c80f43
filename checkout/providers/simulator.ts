import { ask, textAt } from '../ask.ts'
import { digitsOf, expiryOf, type FieldFault } from '../card.ts'
import type { FieldsProvider, TokenOutcome, TypedCard } from '../card-provider.ts'
import type { FieldName } from '../form-fields.ts'

export const simulator: FieldsProvider = { tokenFor }

async function tokenFor(card: TypedCard, settings: Readonly<Record<string, string>>): Promise<TokenOutcome> {
  const expiry = expiryOf(card.expiry)
  const reply = await ask(settings['token_url'] ?? '', {
    method: 'POST',
    body: {
      publishable_key: settings['publishable_key'] ?? '',
      number: digitsOf(card.number),
      exp_month: expiry?.month ?? 0,
      exp_year: expiry?.year ?? 0,
      cvc: digitsOf(card.cvc),
      holder: card.holder.trim(),
    },
  })
  if (reply === 'unreachable' || reply.status >= 500) return { kind: 'unreachable' }
  if (reply.status === 429) return { kind: 'busy' }
  const token = textAt(reply.body, 'token')
  if (reply.status < 300 && token) return { kind: 'token', token }
  const found = faultsByCode[textAt(reply.body, 'error', 'code')] ?? faultsByField[textAt(reply.body, 'error', 'field')]
  return found ? { kind: 'field', field: found[0], fault: found[1] } : { kind: 'failed' }
}

type Found = readonly [field: FieldName, fault: FieldFault]

/** The provider's codes as far as they say more than the field does. */
const faultsByCode: Readonly<Record<string, Found>> = {
  number_missing: ['number', 'numberMissing'],
  number_not_a_test_card: ['number', 'testCardsOnly'],
  brand_unsupported: ['number', 'brandNotAccepted'],
  card_expired: ['expiry', 'expiryPast'],
}
const faultsByField: Readonly<Record<string, Found>> = {
  number: ['number', 'numberInvalid'],
  exp_month: ['expiry', 'expiryInvalid'],
  exp_year: ['expiry', 'expiryInvalid'],
  cvc: ['cvc', 'cvcThree'],
  holder: ['holder', 'holderMissing'],
}
