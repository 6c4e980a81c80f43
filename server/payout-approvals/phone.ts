import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { asUser } from '#server/kit/auth/own-user.ts'
import { databaseNow, fromNow } from '#server/kit/db/clock.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { sendMessage } from '#server/messages/send.ts'
import { grantTryOfHour } from './code-rows.ts'
import { maskedPhone, phoneMessage } from './messages.ts'
import { isSame, newCode, phoneProofOf } from './proof.ts'

/** The number of the caller's profile. */
async function ownPhone(own: Ctx, subUserId: string): Promise<string> {
  const row = await own.own.select('sub_users').select('phone').where('sub_user_id', '=', subUserId).executeTakeFirst()
  return row?.phone ?? ''
}

/** The telephone that the caller has confirmed, while it is the one of their profile. Throws `phoneNotConfirmed`. */
export async function confirmedPhone(ctx: Ctx): Promise<string> {
  const { owner } = ctx
  const { user, own } = await asUser(ctx)
  const phone = await ownPhone(own, user.subUserId)
  const isConfirmed = phone !== '' && (await confirmation(own, user.subUserId))?.phone === phone
  if (owner.merchantId !== user.merchantId) await own.enter(owner)
  if (!isConfirmed) throw new Fault('phoneNotConfirmed')
  return phone
}

/** Whether two ways of writing mean one number. */
export const isOwnPhone = (typed: string, phone: string): boolean => digits(typed) === digits(phone)
const digits = (phone: string) => phone.replace(/\D/g, '')

const confirmation = (own: Ctx, subUserId: string) =>
  own.own
    .select('payout_phones')
    .select('phone')
    .where('sub_user_id', '=', subUserId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

/** Whether codes can go to the caller's telephone. */
export async function phoneShown(ctx: Ctx) {
  const { user, own } = await asUser(ctx)
  const phone = await ownPhone(own, user.subUserId)
  const isConfirmed = phone !== '' && (await confirmation(own, user.subUserId))?.phone === phone
  return { phone: phone && maskedPhone(phone), is_confirmed: isConfirmed }
}

/** Sends a code to the telephone of the caller's profile. */
export async function sendPhoneCode(ctx: Ctx) {
  const { user, own } = await asUser(ctx)
  const phone = await ownPhone(own, user.subUserId)
  if (!phone) throw new Fault('recipientMissing')
  const code = newCode()
  const fresh = {
    phone,
    proof: await phoneProofOf(own, user.subUserId, phone, code),
    tries: 0,
    made_at: databaseNow,
    expires_at: fromNow(limits.payoutCodeMinutes, 'minute'),
    confirmed_at: null,
  }
  const row = await own.own
    .insert('payout_phones', { sub_user_id: user.subUserId, ...fresh })
    .onConflict((same) =>
      same
        .columns(['merchant_id', 'sub_user_id'])
        .doUpdateSet({
          ...fresh,
          made_at: sql<Date>`excluded.made_at`,
          expires_at: sql<Date>`excluded.expires_at`,
        })
        .where(
          sql<boolean>`excluded.made_at - payout_phones.made_at > ${limits.payoutCodePauseSeconds} * interval '1 second'`,
        ),
    )
    .returning('expires_at')
    .executeTakeFirst()
  if (!row) throw new Fault('codeTooSoon')
  await sendMessage(own, {
    way: 'sms',
    to: phone,
    ...phoneMessage(ctx.client.language, code),
    about: { type: 'payout_phone', ref: user.subUserId },
  })
  ctx.auditSubject(user.subUserId)
  return { sent_to: maskedPhone(phone), is_sent: ctx.services.sms !== null, expires_at: row.expires_at }
}

/** Tries the code of a telephone, counted before it is looked at, and confirms the telephone with the right one. */
export async function confirmPhone(before: Before, code: string): Promise<void> {
  const { user } = before
  if (!user) throw new Fault('sessionLost')
  const { merchantId, environment, subUserId } = user
  const ended = await before.apart({ merchantId, environment }, async (own) => {
    if (!(await grantTryOfHour(own, subUserId))) return 'payoutCodesLocked'
    const [row] = await own.tx.query<{ phone: string; proof: Buffer }>(
      `update payout_phones set tries = tries + 1
       where merchant_id = $1 and sub_user_id = $2 and confirmed_at is null and tries < $3
       returning phone, proof`,
      [merchantId, subUserId, limits.payoutCodeTries],
    )
    if (!row || !isSame(row.proof, await phoneProofOf(own, subUserId, row.phone, code))) return 'otpIncorrect'
    const confirmed = await own.own
      .update('payout_phones')
      .set({ confirmed_at: databaseNow })
      .where('sub_user_id', '=', subUserId)
      .where('expires_at', '>', databaseNow)
      .executeTakeFirst()
    return confirmed.numUpdatedRows === 1n ? null : 'otpExpired'
  })
  if (ended) throw new Fault(ended)
}
