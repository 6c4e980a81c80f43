import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listTickets, ticketCategories, ticketList } from '#contract/support.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { NewTicket } from './new-ticket.tsx'
import { Ticket } from './ticket.tsx'

/** The list of tickets, one ticket (`?ticket=`) or the form of a new one (`?new=1`). */
export default function Tickets(): ReactNode {
  const { t } = useTranslation()
  const search = useScreenSearch('supportTickets')
  if (search['new']) return <NewTicket key="new" />
  if (search['ticket']) return <Ticket key={search['ticket']} ticketRef={search['ticket']} />
  return (
    <ListScreen
      name="supportTickets"
      table="support-tickets"
      call={listTickets}
      list={ticketList}
      status="ticket"
      rowKey={(ticket) => ticket.ticket_ref}
      cells={{ category: (ticket) => wireWord('ticketCategories', ticket.category) }}
      choices={{ category: ticketCategories.map((value) => ({ value, label: wireWord('ticketCategories', value) })) }}
      to={(ticket) => ({ to: 'supportTickets', search: { ticket: ticket.ticket_ref } })}
      create={{ to: 'supportTickets', search: { new: '1' }, label: t(($) => $.support.newTicket), rule: 'anyUser' }}
      empty={{ title: t(($) => $.support.emptyTitle), text: t(($) => $.support.emptyText) }}
    />
  )
}
