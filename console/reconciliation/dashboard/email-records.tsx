import { Button, MultiSelect, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { exportFormats, type ExportFormat } from '#contract/kit/columns.ts'
import { emailDashboardRecords } from '#contract/recon-dashboard-records.ts'
import type { ReconPair } from '#contract/recon-runs.ts'
import { listUsers } from '#contract/users.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { boxWord } from './flow-words.ts'
import { useAsked } from './use-asked.ts'

/** What can be sent: all records of a side, or those that are open. */
const offered = {
  sale_transactions: { side: 'a', status: '' },
  unreconciled_sale_transactions: { side: 'a', status: 'unreconciled' },
  reconciled_sale_settlements: { side: 'a', status: 'reconciled' },
  sale_settlements: { side: 'b', status: '' },
  unreconciled_sale_settlements: { side: 'b', status: 'unreconciled' },
} as const
type Offered = keyof typeof offered

export function EmailRecords({ pair }: { pair: ReconPair }): ReactNode {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<Icon name="mail" />} onClick={() => setOpen(true)}>
        {t(($) => $.reconDashboard.email)}
      </Button>
      {isOpen && <Dialogue pair={pair} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Has records prepared as a file, of which some of the merchant's users get a link. */
function Dialogue({ pair, onClose }: { pair: ReconPair; onClose: () => void }): ReactNode {
  const { t, i18n } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const actingFor = useActingFor()
  const { asked } = useAsked(useScreenSearch('reconDashboard') as RawSearch, pair)
  const mayChoose = allowed('administration', accessOf(user))
  const people = useCall(listUsers, { path: { key: user.merchantUuid } }, { enabled: mayChoose })
  const emails = [...new Set([user.email_address.email, ...(people.data ?? []).filter(({ status }) => status === 'active').map(({ email_address: address }) => address)])]
  const callForm = useCallForm(emailDashboardRecords, {
    initial: { what: 'unreconciled_sale_transactions' as Offered, format: 'xlsx' as ExportFormat, emails: [user.email_address.email] },
    toBody: ({ what, ...values }) => ({
      ...asked,
      msm_id: pair.msm_id,
      data_source: offered[what].side === 'a' ? pair.data_source_a : pair.data_source_b,
      ...(offered[what].status && { status: offered[what].status }),
      ...values,
      language,
      right_to_left: i18n.dir() === 'rtl',
      sub_merchant: actingFor,
    }),
    fieldOf: (path) => path.replace(/^emails\..*/, 'emails'),
    onDone: onClose,
  })
  return (
    <FormDialogue {...callForm} title={t(($) => $.reconDashboard.emailTitle)} submit={t(($) => $.reconDashboard.send)} onClose={onClose}>
      <p>{t(($) => $.reconDashboard.emailText)}</p>
      <NativeSelect
        label={t(($) => $.reconDashboard.what)}
        data={(Object.keys(offered) as Offered[]).map((value) => ({ value, label: boxWord(value, pair.leg) }))}
        {...callForm.form.getInputProps('what')}
      />
      <NativeSelect
        label={t(($) => $.reconDashboard.format)}
        data={exportFormats.map((value) => ({ value, label: t(($) => (value === 'csv' ? $.list.exportCsv : $.list.exportXlsx)) }))}
        {...callForm.form.getInputProps('format')}
      />
      <MultiSelect
        label={t(($) => $.reconDashboard.recipients)}
        data={emails}
        searchable
        disabled={!mayChoose}
        {...callForm.form.getInputProps('emails')}
      />
    </FormDialogue>
  )
} // prettier-ignore
