import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { invoiceFields } from '#contract/invoice-fields.ts'
import { readInvoice, updateInvoice } from '#contract/invoices.ts'
import type { Invoice } from '#contract/invoice-answers.ts'
import { displayLocale } from '#i18n/languages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Missing } from '#console/kit/details/missing.tsx'
import { ChangedMeanwhile } from '#console/kit/form/changed-meanwhile.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { InvoicesOf, useBeginning } from './beginning.tsx'
import { ofInvoices } from './calls.ts'
import { changedInvoice, invoiceErrors, invoiceField } from './form/invoice-body.ts'
import { InvoiceEditor } from './form/invoice-editor.tsx'
import { invoiceValues } from './form/invoice-form.ts'
import { invoiceName } from './invoice-name.ts'
import { partWord } from './part-words.ts'

/** The form of an invoice that is there; what is fixed by now is shown and explained. */
export default function UpdateInvoice(): ReactNode {
  const { ref = '', merchant = '' } = useScreenSearch('invoiceUpdate')
  return (
    <InvoicesOf screen="invoiceUpdate" merchant={merchant}>
      <Read key={ref} invoiceRef={ref} />
    </InvoicesOf>
  )
}

function Read({ invoiceRef }: { invoiceRef: string }): ReactNode {
  const query = useCall(readInvoice, { body: { invoice_ref: invoiceRef } }, { enabled: invoiceRef !== '' })
  const [base, setBase] = useState<Invoice | null>(null)
  useEffect(() => {
    if (!base && query.data) setBase(query.data)
  }, [base, query.data])
  if (!query.data || !base)
    return (
      <Screen name="invoiceUpdate" back="invoices">
        <Unanswered query={query} lines={10} missing={<Missing what="invoice" />} absent={invoiceRef === ''} />
      </Screen>
    )
  return <Edit key={base.revision} base={base} latest={query.data} onBegin={setBase} refetch={() => void query.refetch()} />
} // prettier-ignore

interface EditProps {
  /** The invoice that the form was filled in from, and the one that is saved. */
  base: Invoice
  latest: Invoice
  onBegin: (invoice: Invoice) => void
  refetch: () => void
}

/** What others have saved meanwhile is shown, and nothing that was typed is lost by it. */
function Edit({ base, latest, onBegin, refetch }: EditProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const merchant = useActingFor()
  const { beginning } = useBeginning()
  const [seen, setSeen] = useState(base)
  const [before] = useState(() => invoiceValues(base))
  const [done, setDone] = useState(false)
  const toDetails = () => void go({ to: 'invoiceDetails', search: { ref: base.invoice_ref, ...(merchant ? { merchant } : {}) } })
  const callForm = useCallForm(updateInvoice, {
    initial: before,
    path: { ref: base.invoice_ref },
    toBody: (values) => ({
      ...changedInvoice(values, before),
      revision: seen.revision,
      chaipay_key: merchant || user.iamportKey,
      environment: environmentOf(user),
    }),
    blanks: 'sent',
    fieldOf: invoiceField,
    check: invoiceErrors,
    refreshes: ofInvoices,
    onDone: () => setDone(true),
  })
  useEffect(() => {
    if (done) toDetails()
  }, [done])
  const isConflict = callForm.failure?.reason === faults.changedMeanwhile.reason
  useEffect(() => {
    if (isConflict) refetch()
  }, [isConflict])
  const isNewer = latest.revision > seen.revision && !done
  const isUntouched = !callForm.form.isDirty()
  useEffect(() => {
    if (isNewer && isUntouched) onBegin(latest)
  }, [isNewer, isUntouched])
  return (
    <InvoiceEditor
      {...callForm}
      failure={isConflict ? null : callForm.failure}
      screen="invoiceUpdate"
      title={invoiceName(base)}
      back="invoiceDetails"
      backSearch={{ ref: base.invoice_ref }}
      fixed={new Set(latest.fixed)}
      settings={beginning?.settings}
      sendings={latest.status === 'created' || latest.status === 'scheduled' ? ['draft', 'later'] : []}
      saved={done}
      submit={t(($) => $.pageEditor.save)}
      notice={
        <>
          {isNewer && <SavedByOther before={seen} after={latest} onKeep={() => setSeen(latest)} onTake={() => onBegin(latest)} />}
          {latest.fixed.length > 0 && <WhatIsFixed invoice={latest} />}
        </>
      }
      onDiscard={() => (isUntouched ? toDetails() : callForm.form.reset())}
    />
  )
} // prettier-ignore

interface SavedByOtherProps {
  before: Invoice
  after: Invoice
  onKeep: () => void
  onTake: () => void
}
/** What somebody else has saved while the form was open. */
function SavedByOther({ before, after, ...acts }: SavedByOtherProps): ReactNode {
  const { t } = useTranslation()
  const list = useNameList()
  const changed = named.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return <ChangedMeanwhile {...acts}>{t(($) => $.invoiceForm.changedMeanwhile, { fields: list(changed) })}</ChangedMeanwhile>
} // prettier-ignore

/** Which fields cannot change any more, and what can be done in their place. */
function WhatIsFixed({ invoice }: { invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  const list = useNameList()
  const open = named.filter((name) => !invoice.fixed.includes(name) && name in openParts)
  return (
    <Notice title={t(($) => $.invoiceForm.fixedTitle)}>
      <p>
        {t(($) => $.invoiceForm.fixedText)}{' '}
        {open.length > 0 && t(($) => $.invoiceForm.fixedOpen, { fields: isolated(list(open)) })}
      </p>
    </Notice>
  )
}

function useNameList(): (names: readonly string[]) => string {
  const language = useLanguage()
  return (names) => new Intl.ListFormat(displayLocale(language)).format([...new Set(names.map(partWord))])
}

/** What a form can change, by its names in answers. */
const named = (Object.keys(invoiceFields) as (keyof typeof invoiceFields)[]).filter(
  (name) => 'request' in invoiceFields[name],
)
/** Of what can still change, the parts that people look for. */
const openParts = {
  due_date: true,
  reminders: true,
  email: true,
  phone: true,
  payment_methods: true,
  internal_note: true,
}
