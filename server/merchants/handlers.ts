import { allowed } from '#contract/access.ts'
import * as contract from '#contract/merchants.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { listMerchants } from '#server/kit/auth/scope.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { notify } from '#server/notifications/notify.ts'
import { askedAmount } from '#server/channels/asked-amount.ts'
import { maskedByChannel } from '#server/channels/shown.ts'
import { readChannelWays, waysFor } from '#server/channels/ways.ts'
import { isVerificationWaiting } from '#server/payout-rules/queries.ts'
import { readRouting } from '#server/routing/read.ts'
import { routedWays } from '#server/routing/route.ts'
import { logoAddress } from './logo-address.ts'
import { readLogo, saveLogo } from './logo.ts'
import { payMethods } from './pay-methods.ts'
import { listChannels } from '#server/channels/queries.ts'
import { findMerchant, listChanges } from './queries.ts'
import { requireTwoStep, updateMerchant } from './update.ts'

export const merchantHandlers: Handlers<typeof contract> = {
  readMerchant: (ctx) => existing(ctx),

  async updateMerchant(ctx, { body }) {
    await updateMerchant(ctx, body)
    return existing(ctx)
  },

  uploadMerchantLogo: prepared(contract.uploadMerchantLogo, {
    prepare: (_before, { file }) => readLogo(file),
    async handle(ctx, _input, _http, logo) {
      await saveLogo(ctx, logo)
      return existing(ctx)
    },
  }),

  async requireTwoStep(ctx, { body }) {
    await requireTwoStep(ctx, body.required)
    return existing(ctx)
  },

  async listMerchantChanges(ctx) {
    const shown = (logo: string | boolean) => (typeof logo === 'string' ? logoAddress(ctx.services, logo) : logo)
    const rows = await listChanges(ctx.db, ctx.owner.merchantId)
    return rows.map(({ changes: { logo, ...changes }, ...row }) => ({
      ...row,
      changes: { ...changes, ...(logo && { logo: { before: shown(logo.before), after: shown(logo.after) } }) },
    }))
  },

  async revealSecret(ctx) {
    ctx.auditSubject(ctx.owner.merchantId)
    const { newest: secret } = await merchantSecret(ctx)
    await notify(ctx, 'secret_revealed', { by: ctx.actor.name })
    return { iamportSecret: secret }
  },

  async listPayMethods(ctx, { query }) {
    const [merchant, rows, routing] = await Promise.all([
      findMerchant(ctx.db, ctx.owner.merchantId),
      readChannelWays(ctx),
      readRouting(ctx),
    ])
    if (!merchant) throw new Fault('notFound')
    const { country_code: country = merchant.country, currency = merchant.currency, amount, source } = query
    const amountMinor = amount === undefined ? undefined : askedAmount(amount, currency)
    const ways = waysFor(rows, { country, currency, amountMinor, recurring: source === 'subscription' })
    const order = { merchantOrderRef: '', country, currency, source: source ?? 'default', left: new Set<string>() }
    return payMethods(amountMinor === undefined ? ways : routedWays(ctx, routing, { ...order, amountMinor }, ways))
  },

  async listMerchantChoices(ctx) {
    const own = ctx.user?.merchantId ?? ctx.owner.merchantId
    const all = await listMerchants(ctx.tx, own)
    const asked = ctx.owner.merchantId === own ? all : all.filter((row) => row.merchant_id === ctx.owner.merchantId)
    return asked.map(({ key, name, writable }) => ({ key, name, writable }))
  },

  listPayChannels: (ctx) => listChannels(ctx.db, ctx.owner),
}

async function existing(ctx: Ctx) {
  const [merchant, verificationWaits, creds] = await Promise.all([
    findMerchant(ctx.db, ctx.owner.merchantId),
    isVerificationWaiting(ctx),
    ctx.user && allowed('paymentChannels', ctx.user) ? maskedByChannel(ctx) : {},
  ])
  if (!merchant) throw new Fault('notFound')
  return { ...merchant, verification_waits: verificationWaits, logo: logoAddress(ctx.services, merchant.logo), creds }
}
