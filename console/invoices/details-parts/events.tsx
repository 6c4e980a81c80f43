import type { ReactNode } from 'react'
import { listInvoiceEvents } from '#contract/invoices.ts'
import type { TimelineEntry } from '#contract/timeline.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Timeline } from '#console/kit/details/detail.tsx'
import { partWord } from '../part-words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'

/** What happened to the invoice, newest first. */
export function Events({ invoiceRef }: { invoiceRef: string }): ReactNode {
  const events = useCall(listInvoiceEvents, { body: { invoice_ref: invoiceRef } })
  if (!events.data) return <Unanswered query={events} lines={4} />
  // The timeline turns them round, as others come oldest first.
  return <Timeline entries={events.data.toReversed().map(inWords)} />
}

/** An event with the names of the fields that were changed, each part once. */
function inWords(event: TimelineEntry): TimelineEntry {
  const { fields } = event.facts
  if (!fields) return event
  const parts = [...new Set(fields.split(', ').map(partWord))]
  return { ...event, facts: { ...event.facts, fields: parts.join(' · ') } }
}
