import * as contract from '#contract/support.ts'
import { Fault } from '#contract/faults.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { cleanFile, readFile, saveFile } from './files.ts'
import { createTicket } from './create.ts'
import { moveByMerchant } from './move.ts'
import { listTickets } from './list.ts'
import { replyToTicket } from './reply.ts'
import { existing, whoseOf } from './whose.ts'

export const handlers: Handlers<typeof contract> = {
  listTickets: (ctx, { body }) => listTickets(ctx, whoseOf(ctx), body),

  async createTicket(ctx, { body }) {
    const whose = whoseOf(ctx)
    return existing(ctx, whose, await createTicket(ctx, whose, body))
  },

  readTicket: (ctx, { path }) => existing(ctx, whoseOf(ctx), path.ticket_ref),

  async replyToTicket(ctx, { path, body }) {
    const whose = whoseOf(ctx)
    await replyToTicket(ctx, whose, path.ticket_ref, body)
    return existing(ctx, whose, path.ticket_ref)
  },

  async closeTicket(ctx, { path }) {
    const whose = whoseOf(ctx)
    await moveByMerchant(ctx, whose, path.ticket_ref, 'close')
    return existing(ctx, whose, path.ticket_ref)
  },

  async reopenTicket(ctx, { path }) {
    const whose = whoseOf(ctx)
    await moveByMerchant(ctx, whose, path.ticket_ref, 'reopen')
    return existing(ctx, whose, path.ticket_ref)
  },

  uploadSupportFile: prepared(contract.uploadSupportFile, {
    prepare: (_before, { file }) => cleanFile(file),
    handle: (ctx, _input, _http, file) => saveFile(ctx, whoseOf(ctx), file),
  }),

  async readSupportFile(ctx, { path }) {
    const file = await readFile(ctx, whoseOf(ctx), path.file_id)
    if (!file) throw new Fault('notFound')
    const { name, type, content } = file
    return { name, type, data_url: `data:${type};base64,${content.toString('base64')}` }
  },
}
