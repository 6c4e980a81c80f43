import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { choice, list } from './kit/list.ts'
import { machine } from './kit/machine.ts'
import { ref } from './kit/refs.ts'
import { environment, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** `open` waits for the operator, `waiting` for the writer; a closed ticket can be reopened. */
export const ticketStates = machine({
  states: ['open', 'waiting', 'closed'],
  actions: {
    answer: { from: ['open', 'waiting'], to: 'waiting' },
    reply: { from: ['open', 'waiting'], to: 'open' },
    close: { from: ['open', 'waiting'], to: 'closed' },
    reopen: { from: ['closed'], to: 'open' },
  },
})
export type TicketState = (typeof ticketStates.states)[number]

export const ticketCategories = ['payments', 'refunds', 'webhooks', 'account', 'console', 'other'] as const
export type TicketCategory = (typeof ticketCategories)[number]

const ticketRow = {
  ticket_ref: z.string(),
  subject: z.string(),
  category: z.enum(ticketCategories),
  status: z.enum(ticketStates.states),
  request_id: z.string(),
  messages: z.int(),
  created_by: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
}
export const TicketRow = z.object(ticketRow)
export type TicketRow = z.input<typeof TicketRow>

/** The types of stored files: images are rendered to PNG; PDFs are kept as they came, for download only. */
export const supportFileTypes = ['image/png', 'application/pdf'] as const
const SupportFile = z.object({
  file_id: z.string(),
  name: z.string(),
  type: z.enum(supportFileTypes),
  size_bytes: z.int(),
})
export type SupportFile = z.infer<typeof SupportFile>

const TicketMessage = z.object({
  message_id: z.string(),
  /** Whether the operator wrote it. */
  from_operator: z.boolean(),
  author: z.string(),
  body: z.string(),
  created_at: timestamp,
  files: z.array(SupportFile),
})
export type TicketMessage = z.input<typeof TicketMessage>

export const Ticket = z.object({
  ...ticketRow,
  /** The screen and time of the failure that the ticket is about. */
  route: z.string(),
  failed_at: timestamp.nullable(),
  thread: z.array(TicketMessage),
})
export type Ticket = z.input<typeof Ticket>

export const ticketList = list({
  columns: {
    ticket_ref: { kind: 'reference', shown: true },
    subject: { kind: 'text', shown: true },
    category: { kind: 'text', shown: true },
    status: { kind: 'status', shown: true },
    updated_at: { kind: 'time', shown: true },
    created_by: { kind: 'text', shown: true },
    created_at: { kind: 'time' },
    request_id: { kind: 'text' },
    messages: { kind: 'number' },
  },
  filters: { status: choice(ticketStates.states), category: choice(ticketCategories) },
  phone: { head: ['subject'], value: 'status', line: ['ticket_ref', 'category', 'updated_at'] },
  sorts: ['updated_at'],
})

/**
 * The user's own tickets, or for an administrator all of the merchant's. The search matches a reference, a request
 * id or words of the subject.
 */
export const listTickets = call({
  at: 'POST /api/support/tickets/list',
  body: ticketList.body,
  answer: page(TicketRow),
  access: 'anyUser',
})

const requestId = text(64).regex(/^[\w-]+$/, { error: 'not_a_choice' })
const message = {
  text: text(limits.ticketTextLength),
  /** Uploaded files for this message. */
  files: z.array(ref('supportFile')).max(limits.ticketFilesAtOnce).optional(),
}

/** Opens a ticket. `tooMany` beyond the daily limit, `notFound` for a file that is not an unused upload of the user. */
export const createTicket = call({
  at: 'POST /api/support/tickets',
  body: z.strictObject({
    subject: text(limits.ticketSubjectLength),
    category: z.enum(ticketCategories),
    ...message,
    request_id: requestId.optional(),
    /** The path of a screen without its query, which could contain anything. */
    route: text(200)
      .regex(/^\/[\w/-]*$/, { error: 'not_a_choice' })
      .optional(),
    failed_at: timestamp.optional(),
    environment: environment.optional(),
  }),
  answer: content(Ticket),
  access: 'anyUser',
  faults: ['notFound', 'tooMany'],
  audit: 'ticket.create',
  notice: 'Ticket Created successfully',
  onFailure: 'inline',
})

export const readTicket = call({
  at: 'GET /api/support/tickets/{ticket_ref}',
  params: { ticket_ref: ref('ticket') },
  answer: content(Ticket),
  access: 'anyUser',
  faults: ['notFound'],
})

/** Adds a message; a closed ticket has to be reopened first. */
export const replyToTicket = call({
  at: 'POST /api/support/tickets/{ticket_ref}/replies',
  params: { ticket_ref: ref('ticket') },
  body: z.strictObject(message),
  answer: content(Ticket),
  access: 'anyUser',
  faults: ['notFound', 'wrongState', 'tooMany'],
  audit: 'ticket.reply',
  onFailure: 'inline',
})

export const closeTicket = call({
  at: 'POST /api/support/tickets/{ticket_ref}/close',
  params: { ticket_ref: ref('ticket') },
  answer: content(Ticket),
  access: 'anyUser',
  faults: ['notFound', 'wrongState'],
  audit: 'ticket.close',
  notice: 'Ticket Closed successfully',
})

export const reopenTicket = call({
  at: 'POST /api/support/tickets/{ticket_ref}/reopen',
  params: { ticket_ref: ref('ticket') },
  answer: content(Ticket),
  access: 'anyUser',
  faults: ['notFound', 'wrongState'],
  audit: 'ticket.reopen',
  notice: 'Ticket Reopened successfully',
})

/**
 * Uploads a file for a later message. A user has at most ten unused uploads; another one replaces the oldest.
 */
export const uploadSupportFile = call({
  at: 'POST /api/support/files',
  file: { field: 'file', endings: ['pdf', 'png', 'jpg', 'jpeg'], mostBytes: limits.uploadBytes },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(SupportFile),
  access: 'anyUser',
  audit: 'support-file.upload',
  onFailure: 'inline',
})

/** One file of a ticket as a data URL, so that it has no address of its own. */
export const readSupportFile = call({
  at: 'GET /api/support/files/{file_id}',
  params: { file_id: ref('supportFile') },
  answer: content(z.object({ name: z.string(), type: z.enum(supportFileTypes), data_url: z.string() })),
  access: 'anyUser',
  faults: ['notFound'],
})
