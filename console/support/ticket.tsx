import { Button, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import {
  closeTicket, listTickets, readTicket, reopenTicket, replyToTicket, ticketStates, type SupportFile, type Ticket as TicketOf,
  type TicketMessage,
} from '#contract/support.ts' // prettier-ignore
import detail from '#console/kit/details/detail.module.css'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { HeadFacts, Who } from '#console/kit/details/object-head.tsx'
import { History } from '#console/kit/details/history.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { CopiedReference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { FailedFacts } from './new-ticket.tsx'
import { FilesField } from './files-field.tsx'
import { MessageFile } from './message-file.tsx'
import styles from './support.module.css'

const refreshes = [readTicket, listTickets]

/** One ticket: its messages and the form of a reply. */
export function Ticket({ ticketRef }: { ticketRef: string }): ReactNode {
  // Polled, since the operator may answer at any time.
  const path = { ticket_ref: ticketRef }
  const { data, error, refetch } = useCall(readTicket, { path }, { everyMs: 30_000 })
  if (data) return <Thread ticket={data} />
  return (
    <Screen name="supportTickets" back="supportTickets">
      <Unanswered query={{ error, refetch }} lines={8} missing={<Missing what="ticket" />} />
    </Screen>
  )
}

function Thread({ ticket }: { ticket: TicketOf }): ReactNode {
  const { t } = useTranslation()
  const path = { ticket_ref: ticket.ticket_ref }
  const close = useAction(closeTicket, { refreshes })
  const reopen = useAction(reopenTicket, { refreshes })
  return (
    <Screen
      name="supportTickets"
      title={ticket.subject}
      back="supportTickets"
      beside={<Status of="ticket" state={ticket.status} />}
      facts={
        <HeadFacts
          facts={[
            { name: 'by', fact: <Who>{ticket.created_by}</Who> },
            { name: 'category', fact: wireWord('ticketCategories', ticket.category) },
            { name: 'time', fact: <Time at={ticket.created_at} zoned /> },
          ]}
        />
      }
      actions={
        ticketStates.can(ticket.status, 'close') ? (
          <Button variant="default" loading={close.pending} onClick={() => void close.act({ path })}>
            {t(($) => $.support.close)}
          </Button>
        ) : (
          <Button variant="default" loading={reopen.pending} onClick={() => void reopen.act({ path })}>
            {t(($) => $.support.reopen)}
          </Button>
        )
      }
    >
      <div className={detail['page']}>
        <div className={detail['main']}>
          <Section title={t(($) => $.support.messages)}>
            <ol className={styles['thread']}>
              {ticket.thread.map((message) => (
                <Message key={message.message_id} {...message} />
              ))}
            </ol>
            {ticketStates.can(ticket.status, 'reply') ? (
              <Reply key={ticket.messages} ticket={ticket} />
            ) : (
              <p className={styles['quiet']}>{t(($) => $.support.isClosed)}</p>
            )}
          </Section>
        </div>
        <div className={detail['side']}>
          <Section title={t(($) => $.support.facts)}>
            <TicketFacts ticket={ticket} />
          </Section>
          {ticket.request_id && (
            <Section title={t(($) => $.support.failed)}>
              <FailedFacts {...ticket} failed_at={ticket.failed_at ?? ''} />
            </Section>
          )}
        </div>
        <div className={detail['records']}>
          <History object="ticket" objectRef={ticket.ticket_ref} />
        </div>
      </div>
    </Screen>
  )
}

function TicketFacts({ ticket }: { ticket: TicketOf }): ReactNode {
  const { t } = useTranslation()
  return (
    <Facts
      facts={[
        [
          wireWord('columns', 'ticket_ref'),
          <CopiedReference key="ref" copy={t(($) => $.payments.copyReference)}>
            {ticket.ticket_ref}
          </CopiedReference>,
        ],
        [wireWord('columns', 'updated_at'), <Time key="updated" at={ticket.updated_at} zoned />],
      ]}
    />
  )
}

function Message({ from_operator, author, body, created_at, files }: TicketMessage): ReactNode {
  const { t } = useTranslation()
  return (
    <li data-operator={from_operator || undefined}>
      <div className={styles['by']}>
        {from_operator ? t(($) => $.support.operator) : <bdi>{author}</bdi>}
        <Time at={created_at} zoned />
      </div>
      <p dir="auto" className={styles['body']}>
        {body}
      </p>
      {files.map((file) => (
        <MessageFile key={file.file_id} file={file} />
      ))}
    </li>
  )
}

function Reply({ ticket }: { ticket: TicketOf }): ReactNode {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly SupportFile[]>([])
  const { form, onSubmit, pending, failure } = useCallForm(replyToTicket, {
    initial: { text: '' },
    path: { ticket_ref: ticket.ticket_ref },
    toBody: ({ text }) => ({ text, files: files.map(({ file_id }) => file_id) }),
    refreshes,
    onDone: () => undefined,
  })
  return (
    <form noValidate className={styles['reply']} onSubmit={onSubmit}>
      <AskBeforeLeaving unsaved={form.isDirty() && !pending} />
      <Textarea
        label={t(($) => $.support.reply)}
        dir="auto"
        autosize
        minRows={3}
        maxRows={20}
        required
        withAsterisk={false}
        maxLength={limits.ticketTextLength}
        {...form.getInputProps('text')}
      />
      <FilesField files={files} onChange={setFiles} />
      {failure && <FormFailure error={failure} />}
      <div>
        <Button type="submit" loading={pending}>
          {t(($) => $.support.sendReply)}
        </Button>
      </div>
    </form>
  )
}
