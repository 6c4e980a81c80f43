import { z } from 'zod'
import { faults, type Fault } from '#contract/faults.ts'
import type { Call, ErrorKey, PageOf } from '#contract/kit/call.ts'

/** The text of a successful answer, checked against the call's schema; what the schema lacks is left out. */
export function answerText(call: Call, value: unknown): string {
  const head = { message: call.notice ?? 'SUCCESS', status_code: '2000', status_reason: 'SUCCESS' }
  switch (call.answer.form) {
    case 'nothing':
      return JSON.stringify(head)
    case 'content':
      return JSON.stringify({ ...head, content: z.encode(call.answer.schema, value) })
    case 'page': {
      const { content, ...paging } = value as PageOf<unknown>
      const rows = z.encode(z.array(call.answer.schema), content as never[])
      const total_pages = Math.ceil(paging.total_elements / paging.size)
      return JSON.stringify({ ...head, content: rows, ...paging, total_pages, number_of_elements: rows.length })
    }
  }
}

/** An error in the call's own keys. Never a stack, SQL, a path or a driver's words. */
export function faultText(errorKeys: readonly ErrorKey[] | undefined, fault: Fault, requestId: string): string {
  const { code, reason, text } = faults[fault.fault]
  const keys = Object.fromEntries((errorKeys ?? ['Message']).map((key) => [key, text]))
  return JSON.stringify({
    ...keys,
    status_code: code,
    status_reason: reason,
    request_id: requestId,
    ...(fault.errors && { errors: fault.errors }),
  })
}
