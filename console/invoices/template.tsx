import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import {
  createInvoiceTemplate,
  readInvoiceTemplate,
  updateInvoiceTemplate,
  type InvoiceTemplate as Template,
} from '#contract/invoice-templates.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Missing } from '#console/kit/details/missing.tsx'
import { ChangedMeanwhile } from '#console/kit/form/changed-meanwhile.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { InvoicesOf, useBeginning, type Beginning } from './beginning.tsx'
import { ofTemplates } from './calls.ts'
import { invoiceField, templateBody } from './form/invoice-body.ts'
import { InvoiceEditor } from './form/invoice-editor.tsx'
import { emptyInvoice, templateValues, type InvoiceValues } from './form/invoice-form.ts'

/** The form of a template: empty, one that is there (`?template=`), or one like it (`?duplicate=`). */
export default function InvoiceTemplate(): ReactNode {
  const { template = '', duplicate = '', merchant = '' } = useScreenSearch('invoiceTemplate')
  return (
    <InvoicesOf screen="invoiceTemplate" merchant={merchant}>
      <Begin key={`${template} ${duplicate}`} {...{ template, duplicate }} />
    </InvoicesOf>
  )
}

function Begin({ template, duplicate }: { template: string; duplicate: string }): ReactNode {
  const { t } = useTranslation()
  const { beginning, query } = useBeginning()
  const [base, setBase] = useState<Template | null>(null)
  const ref = template || duplicate
  const read = useCall(readInvoiceTemplate, { path: { ref }, query: {} }, { enabled: ref !== '' })
  useEffect(() => {
    if (!base && read.data) setBase(read.data)
  }, [base, read.data])
  const initial = beginning && emptyTemplate(beginning)
  if (initial && ref === '') return <New initial={initial} />
  if (initial && base && duplicate)
    return <New initial={{ ...templateValues(base, initial), name: t(($) => $.invoices.copyOf, { name: base.name }).slice(0, 60) }} />
  if (initial && base && read.data)
    return <Edit key={base.revision} initial={templateValues(base, initial)} base={base} latest={read.data} onBegin={setBase} refetch={() => void read.refetch()} />
  return (
    <Screen name="invoiceTemplate" back="invoices">
      <Unanswered query={read.error ? read : query} lines={10} missing={<Missing what="invoiceTemplate" />} />
    </Screen>
  )
} // prettier-ignore

const emptyTemplate = (beginning: Beginning): InvoiceValues => emptyInvoice(beginning)

/** What is sent of a template, by whom and where. */
function useSender() {
  const user = useUser()
  const merchant = useActingFor()
  return { chaipay_key: merchant || user.iamportKey, environment: environmentOf(user) }
}

/** Back to the templates, once the form is known to be saved. */
function useDone(): { done: boolean; setDone: (done: true) => void; leave: () => void } {
  const go = useGo()
  const [done, setDone] = useState(false)
  const leave = () => void go({ to: 'invoices', search: { templates: 'open' } })
  useEffect(() => {
    if (done) leave()
  }, [done])
  return { done, setDone, leave }
}

function New({ initial }: { initial: InvoiceValues }): ReactNode {
  const { t } = useTranslation()
  const sender = useSender()
  const { done, setDone, leave } = useDone()
  const [begun] = useState(initial)
  const callForm = useCallForm(createInvoiceTemplate, {
    initial: begun,
    toBody: (values) => ({ ...templateBody(values), ...sender }),
    fieldOf: invoiceField,
    refreshes: ofTemplates,
    onDone: () => setDone(true),
  })
  return (
    <InvoiceEditor
      {...callForm}
      screen="invoiceTemplate"
      back="invoices"
      template
      saved={done}
      submit={t(($) => $.invoiceForm.saveTemplate)}
      onDiscard={leave}
    />
  )
}

interface EditProps {
  initial: InvoiceValues
  base: Template
  latest: Template
  onBegin: (template: Template) => void
  refetch: () => void
}
/** A template is saved whole, so what others have saved meanwhile is named before it is overwritten. */
function Edit({ initial, base, latest, onBegin, refetch }: EditProps): ReactNode {
  const { t } = useTranslation()
  const sender = useSender()
  const { done, setDone, leave } = useDone()
  const [seen, setSeen] = useState(base)
  const [begun] = useState(initial)
  const callForm = useCallForm(updateInvoiceTemplate, {
    initial: begun,
    path: { templateRef: base.template_ref },
    toBody: (values) => ({ ...templateBody(values), ...sender, revision: seen.revision }),
    fieldOf: invoiceField,
    refreshes: [...ofTemplates, readInvoiceTemplate],
    onDone: () => setDone(true),
  })
  const isConflict = callForm.failure?.reason === faults.changedMeanwhile.reason
  useEffect(() => {
    if (isConflict) refetch()
  }, [isConflict])
  const isNewer = latest.revision > seen.revision && !done
  return (
    <InvoiceEditor
      {...callForm}
      failure={isConflict ? null : callForm.failure}
      screen="invoiceTemplate"
      title={base.name}
      back="invoices"
      template
      saved={done}
      submit={t(($) => $.invoiceForm.saveTemplate)}
      notice={
        isNewer && (
          <ChangedMeanwhile onKeep={() => setSeen(latest)} onTake={() => onBegin(latest)}>
            {t(($) => $.invoiceForm.templateChanged)}
          </ChangedMeanwhile>
        )
      }
      onDiscard={leave}
    />
  )
}
