import { z } from 'zod'
import { faults, type Fault } from '#contract/faults.ts'
import type { Call, ErrorKey, PageOf } from '#contract/kit/call.ts'
import { saysSuccess } from '#contract/kit/call-facts.ts'

/**
 * Serialises a call's successful answers (of a redirect, the address). Each answer is checked against the call's
 * schema, and fields outside the schema are left out. Create one writer for each call: schemas are costly to build and
 * cheap to use.
 */
export function answerWriter(call: Call): (value: unknown) => string {
  const head = { message: call.notice ?? 'SUCCESS', status_code: '2000', status_reason: 'SUCCESS' }
  const { form, schema } = call.answer
  switch (form) {
    case 'nothing':
      return () => JSON.stringify(head)
    case 'flat':
      return (value) => JSON.stringify({ ...head, ...(z.encode(schema, value) as object) })
    case 'spreadsheet':
    case 'archive':
    case 'stored':
      return () => {
        throw new Error(`${call.at} answers with a file`)
      }
    case 'workbook':
      return (value) => JSON.stringify(z.encode(schema, value))
    case 'redirect':
      return (value) => String(z.encode(schema, value))
    case 'content': {
      const { beside } = call.answer
      if (!beside) return (value) => JSON.stringify({ ...head, content: z.encode(schema, value) })
      return (value) => {
        const { content, ...rest } = value as { content: unknown }
        return JSON.stringify({ ...head, ...z.encode(beside, rest), content: z.encode(schema, content) })
      }
    }
    case 'data': {
      const { beside } = call.answer
      if (!beside) return (value) => JSON.stringify({ ...head, data: z.encode(schema, value) })
      return (value) => {
        const { data, ...rest } = value as { data: unknown }
        return JSON.stringify({ ...head, ...z.encode(beside, rest), data: z.encode(schema, data) })
      }
    }
    case 'dataPage': {
      const rowsSchema = z.array(schema)
      const beside: z.ZodObject = call.answer.beside ?? z.object({})
      return (value) => {
        const { content, total_elements, total_capped, next_cursor, previous_cursor, page, size, ...rest } =
          value as PageOf<unknown>
        const rows = z.encode(rowsSchema, content as never[])
        const totals = { totalElements: total_elements, totalPages: Math.ceil(total_elements / size) }
        const place = { page, size, numberOfElements: rows.length, next_cursor, previous_cursor, total_capped }
        return JSON.stringify({ ...head, ...z.encode(beside, rest), data: { content: rows, ...totals, ...place } })
      }
    }
    case 'page': {
      const page = z.array(schema)
      const beside: z.ZodObject = call.answer.beside ?? z.object({})
      return (value) => {
        const { content, total_elements, total_capped, next_cursor, previous_cursor, size, ...rest } =
          value as PageOf<unknown>
        const rows = z.encode(page, content as never[])
        const totals = { total_elements, total_capped, total_pages: Math.ceil(total_elements / size) }
        const place = { page: rest.page, size, number_of_elements: rows.length, next_cursor, previous_cursor }
        return JSON.stringify({ ...head, content: rows, ...totals, ...place, ...z.encode(beside, rest) })
      }
    }
  }
}

/** How the refusals of a call are laid out. */
export interface RefusalForm {
  errorKeys?: readonly ErrorKey[] | undefined
  /** They say `is_success: false`, as the call's other answers say true. */
  saysSuccess?: boolean | undefined
}
export const refusalForm = (call: Call): RefusalForm => ({ errorKeys: call.errorKeys, saysSuccess: saysSuccess(call) })

/** An error in the call's own error keys. It never contains a stack, SQL, a path or a driver's message. */
export function faultText({ errorKeys, saysSuccess: says }: RefusalForm, fault: Fault, requestId: string): string {
  const { code, reason, text } = faults[fault.fault]
  const keys = Object.fromEntries((errorKeys ?? ['Message']).map((key) => [key, text]))
  return JSON.stringify({
    ...(says && { is_success: false }),
    ...keys,
    status_code: code,
    status_reason: reason,
    request_id: requestId,
    ...(fault.errors && { errors: fault.errors }),
  })
}
