import { z } from 'zod'
import { addChannel, Connection, listConnections, updateChannel } from './channels.ts'
import { channelRules, payTypes } from './channel-catalogue/entry.ts'
import { call, content } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, text } from './kit/wire.ts'
import { createWebhook, listWebhooks, ListedWebhook, Webhook } from './webhooks.ts'

/** Webhooks and channels under the paths that merchants' servers know. They are the console's. */

const key = merchantRef()
const query = z.strictObject({ environment: environment.optional() })
const byPayType = { access: channelRules.PAYIN, orAccess: channelRules.PAYOUT } as const

export const createWebhookByServer = call({
  at: 'POST /api/merchant/{key}/webhook',
  params: { key },
  body: createWebhook.body,
  answer: content(Webhook),
  access: createWebhook.access,
  server: true,
  keyScope: 'webhooks',
  errorKeys: ['message'],
  faults: createWebhook.faults,
  audit: createWebhook.audit,
  notice: 'Webhook added successfully!',
})

export const listWebhooksByServer = call({
  at: 'GET /api/merchant/{key}/webhook',
  params: { key },
  query,
  answer: content(z.array(ListedWebhook)),
  access: listWebhooks.access,
  server: true,
  keyScope: 'webhooks',
  errorKeys: ['message'],
  notice: 'Webhook fetched successfully!',
})

/** The connection of a channel as servers know it: whose it is, its key, and its credentials masked. */
const Masked = z.object({
  MerchantUUID: z.string(),
  PaymentChannelKey: z.string(),
  maskedData: z.record(z.string(), z.string()),
})

const { key: connectionKey, type, name, country, pay_type, is_va_flow, is_enabled, creds } = Connection.shape
const Connected = z.object({ key: connectionKey, type, name, country, pay_type, is_va_flow, is_enabled, creds })

/** Connects a channel of the catalogue. A server's token stands for the step-up of a user, and people are told as of theirs. */
export const addChannelByServer = call({
  at: 'POST /api/merchant/{key}/add-pay-channel/{pckey}',
  params: { key, pckey: text(40).meta({ examples: ['SIMULATOR'] }) },
  body: addChannel.body,
  answer: content(Masked),
  ...byPayType,
  server: true,
  keyScope: 'channels',
  errorKeys: ['message'],
  faults: addChannel.faults,
  stepUp: true,
  audit: addChannel.audit,
  notice: addChannel.notice,
})

export const updateChannelByServer = call({
  at: 'PUT /api/merchant/{key}/add-pay-channel/{pckey}',
  params: { key, pckey: ref('channel') },
  body: updateChannel.body,
  answer: content(Masked),
  ...byPayType,
  server: true,
  keyScope: 'channels',
  errorKeys: ['message'],
  faults: updateChannel.faults,
  stepUp: true,
  audit: updateChannel.audit,
  notice: updateChannel.notice,
})

/** The merchant's connections of one channel of the catalogue, with masked credentials. */
export const listConnectionsByServer = call({
  at: 'GET /api/merchant/{key}/pay-channel/{pckey}',
  params: { key, pckey: text(40).meta({ examples: ['SIMULATOR'] }) },
  query: query.extend({ payType: z.enum(payTypes).optional() }),
  answer: content(z.array(Connected)),
  ...byPayType,
  server: true,
  keyScope: 'channels',
  errorKeys: ['message'],
  faults: listConnections.faults,
  notice: 'Payment Channel Creds fetched successfully!',
})
