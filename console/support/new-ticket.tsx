import { Select, Textarea, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { createTicket, listTickets, ticketCategories, type SupportFile } from '#contract/support.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { FormScreen, FormSection } from '#console/kit/form/form-screen.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { LeftToRight, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { FilesField } from './files-field.tsx'

/** The form of a new ticket; a link from a failure fills in its request, screen and time. */
export function NewTicket(): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const failed = failedOf(useScreenSearch('supportTickets'))
  const [files, setFiles] = useState<readonly SupportFile[]>([])
  const { form, onSubmit, pending, failure } = useCallForm(createTicket, {
    initial: { subject: '', category: '', text: '' },
    toBody: (values) => ({ ...values, ...failed, files: files.map(({ file_id }) => file_id) }),
    refreshes: [listTickets],
    onDone: ({ answer }) => void go({ to: 'supportTickets', search: { ticket: answer.ticket_ref }, replace: true }),
  })
  return (
    <FormScreen
      name="supportTickets"
      title={t(($) => $.support.newTicket)}
      back="supportTickets"
      submit={t(($) => $.support.send)}
      onSubmit={onSubmit}
      pending={pending}
      failure={failure}
    >
      <AskBeforeLeaving unsaved={form.isDirty() && !pending} />
      <FormSection title={t(($) => $.support.what)}>
        <TextInput
          className="wide"
          label={wireWord('columns', 'subject')}
          dir="auto"
          required
          withAsterisk={false}
          maxLength={limits.ticketSubjectLength}
          {...form.getInputProps('subject')}
        />
        <Select
          label={wireWord('columns', 'category')}
          data={ticketCategories.map((value) => ({ value, label: wireWord('ticketCategories', value) }))}
          allowDeselect={false}
          required
          withAsterisk={false}
          {...form.getInputProps('category')}
        />
        <Textarea
          className="wide"
          label={t(($) => $.support.text)}
          description={t(($) => $.support.textHint)}
          dir="auto"
          autosize
          minRows={5}
          maxRows={20}
          required
          withAsterisk={false}
          maxLength={limits.ticketTextLength}
          {...form.getInputProps('text')}
        />
        <FilesField files={files} onChange={setFiles} />
      </FormSection>
      {failed.request_id && (
        <FormSection title={t(($) => $.support.failed)}>
          <div className="wide">
            <FailedFacts {...failed} />
          </div>
        </FormSection>
      )}
    </FormScreen>
  )
}

interface Failure {
  request_id?: string
  route?: string
  failed_at?: string
}

/** The failed request, its screen and its time. */
export function FailedFacts({ request_id, route, failed_at }: Failure): ReactNode {
  const { t } = useTranslation()
  return (
    <Facts
      facts={[
        [wireWord('columns', 'request_id'), request_id && <LeftToRight key="request">{request_id}</LeftToRight>],
        [t(($) => $.support.route), route && <LeftToRight key="route">{route}</LeftToRight>],
        [wireWord('columns', 'at'), failed_at && <Time key="at" at={failed_at} zoned exact />],
      ]}
    />
  )
}

/** The failure in the query parameters; malformed values are dropped. */
function failedOf(search: Record<string, string>): Failure {
  const fitting = (value: string | undefined, pattern: RegExp) => (value && pattern.test(value) ? value : undefined)
  const request_id = fitting(search['request'], /^[\w-]{1,64}$/)
  const route = fitting(search['route'], /^\/[\w/-]{0,199}$/)
  const failed_at = fitting(search['at'], /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  return { ...(request_id && { request_id }), ...(route && { route }), ...(failed_at && { failed_at }) }
}
