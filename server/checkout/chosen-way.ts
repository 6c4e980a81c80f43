import type { Input } from '#contract/kit/call.ts'
import type { startAttempt } from '#contract/checkout.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import { dialled } from '#contract/methods.ts'
import type { AtChannel } from '#server/channels/at-channel.ts'
import type { OfferedWay } from '#server/channels/ways.ts'

/** What a shopper chose to pay by, and what they gave for it. */
type Asked = Pick<
  Input<typeof startAttempt>['body'],
  'method' | 'sub_type' | 'token' | 'phone' | 'upi_id' | 'plan_months' | 'bank'
> & { language?: string | undefined }

/** The requested way to pay. Without a sub-type it is the first of the method; for a card, the first that takes one. */
export const chosen = (
  offered: readonly OfferedWay[],
  { method = 'CARD', sub_type: subType }: Pick<Asked, 'method' | 'sub_type'>,
): OfferedWay | undefined =>
  offered.find((way) => way.type === method && (subType ? way.subType === subType : method !== 'CARD' || way.brands))

/**
 * The fields that the method requires and no others; a field fault names the first that is missing.
 * @param isPages the page was made for this channel; otherwise it has to be loaded anew for what is missing.
 */
export function given(
  { asks, banks, callingCode }: AtChannel & { callingCode: string | undefined },
  planMonths: readonly number[],
  body: Asked,
  isPages: boolean,
): MethodDetails {
  const fault = (path: string, reason: string, text: string) =>
    isPages ? fieldFault('invalidRequest', path, reason, text) : new Fault('channelChanged')
  const missing = (path: string) => fault(path, 'required', 'This is required.')
  const noChoice = (path: string) => fault(path, 'not_a_choice', 'This is not one of the choices.')
  if (asks.includes('card') && !body.token) throw missing('token')
  if (asks.includes('phone') && !body.phone) throw missing('phone')
  const phone = callingCode ? dialled(body.phone ?? '', callingCode) : body.phone
  if (asks.includes('phone') && !phone) throw fault('phone', 'not_a_phone', 'This is no number of the way’s country.')
  if (asks.includes('upi_id') && !body.upi_id) throw missing('upi_id')
  if (asks.includes('plan') && !body.plan_months) throw missing('plan_months')
  if (asks.includes('plan') && !planMonths.includes(body.plan_months ?? 0)) throw noChoice('plan_months')
  if (banks && !body.bank) throw missing('bank')
  if (banks && !Object.hasOwn(banks, body.bank ?? '')) throw noChoice('bank')
  return {
    ...(body.language && { language: body.language }),
    ...(asks.includes('phone') && phone && { phone }),
    ...(asks.includes('upi_id') && { upi_id: body.upi_id }),
    ...(asks.includes('plan') && { plan_months: body.plan_months }),
    ...(banks && { bank: body.bank }),
  }
}
