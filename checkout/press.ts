import type { Press } from './attempts.ts'
import { cardProviders, type TokenOutcome } from './card-provider.ts'
import type { PageData, ScriptMethod } from './data.ts'
import type { FrameOnPage } from './card-frame.ts'
import type { FormFields } from './form-fields.ts'

/**
 * What one press of the button sends: a card becomes a token at the provider first. Nothing when a field has to be put
 * right, which it says there; an alert when the provider could not be asked.
 */
export async function pressFor({ way, fields, frame, data, progress }: Pressed): Promise<Outcome> {
  if (!fields.check(way.asks)) return {}
  const { number, expiry, cvc, holder, email, phone, upi_id, plan, bank } = fields.values()
  const asks = (asked: (typeof way.asks)[number]) => way.asks.includes(asked)
  const body = {
    method: way.type,
    ...(way.channelKey && { channel: way.channelKey }),
    ...(way.subType && !(way.type === 'CARD' && asks('card')) && { sub_type: way.subType }),
    ...(asks('phone') && { phone: phone.trim() }),
    ...(asks('upi_id') && { upi_id: upi_id.trim() }),
    ...(asks('plan') && { plan_months: Number(plan) }),
    ...(asks('bank') && { bank }),
    ...(data.amount && { amount: data.amount }),
    ...(data.consent && { agrees: true, consent: data.consent }),
    language: data.language,
    shopper_email: email.trim(),
  }
  if (!asks('card') || !data.card) return { press: { key: crypto.randomUUID(), body } }
  progress(data.texts.progress.checking)
  const provider = cardProviders[data.card.provider]
  const typed = { number, expiry, cvc, holder }
  const outcome: TokenOutcome | null = frame
    ? await frame.token({ holder: holder.trim(), email: email.trim() })
    : provider && 'tokenFor' in provider
      ? await provider.tokenFor(typed, data.card.settings)
      : { kind: 'failed' }
  if (!outcome) return {}
  if (outcome.kind === 'token') {
    const card = { token: outcome.token, shopper_name: holder.trim() }
    return { press: { key: crypto.randomUUID(), body: { ...body, ...card } } }
  }
  const { trouble, busy, failed } = data.texts
  if (outcome.kind !== 'field') return { alert: { unreachable: trouble, busy, failed }[outcome.kind] }
  fields.blame(outcome.field, outcome.fault)
  return {}
}

interface Pressed {
  way: ScriptMethod
  fields: FormFields
  /** Where the provider of the channel draws the fields of a card. */
  frame: FrameOnPage | null
  data: PageData
  progress: (text: string) => void
}
type Outcome = { press: Press } | { alert: { title: string; text: string } } | Record<string, never>
