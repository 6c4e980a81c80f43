import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { readInvoiceSettings, updateInvoiceSettings, type InvoiceSettings } from '#contract/invoice-settings.ts'
import { allowed } from '#contract/access.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { ChangedMeanwhile } from '#console/kit/form/changed-meanwhile.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Defaults } from './defaults.tsx'
import { Numbers } from './numbers.tsx'
import { Seller } from './seller.tsx'
import { patternErrors, settingsBody, settingsValues } from './settings-form.ts'
import styles from './settings.module.css'

/** The merchant's invoice settings, in the general settings of administrators. */
export default function InvoiceSettingsTab(): ReactNode {
  const may = allowed(readInvoiceSettings.access, accessOf(useUser()))
  const query = useCall(readInvoiceSettings, { query: {} }, { enabled: may })
  const [base, setBase] = useState<InvoiceSettings | null>(null)
  useEffect(() => {
    if (!base && query.data) setBase(query.data)
  }, [base, query.data])
  if (!may) return <WhyNot rule={readInvoiceSettings.access} />
  if (!base || !query.data) return <Unanswered query={query} lines={12} />
  return (
    <Edit key={base.revision} base={base} latest={query.data} onBegin={setBase} refetch={() => void query.refetch()} />
  )
}

interface EditProps {
  base: InvoiceSettings
  latest: InvoiceSettings
  onBegin: (settings: InvoiceSettings) => void
  refetch: () => void
}
function Edit({ base, latest, onBegin, refetch }: EditProps): ReactNode {
  const { t } = useTranslation()
  const mayEdit = useDenied(updateInvoiceSettings.access) === null
  const [before] = useState(() => settingsValues(base))
  const [revision, setRevision] = useState(base.revision)
  const { form, onSubmit, pending, failure } = useCallForm(updateInvoiceSettings, {
    initial: before,
    toBody: (values) => ({ ...settingsBody(values, before), revision }),
    blanks: 'sent',
    check: patternErrors,
    refreshes: [readInvoiceSettings],
    onDone: ({ answer }) => onBegin(answer),
  })
  const isConflict = failure?.reason === faults.changedMeanwhile.reason
  useEffect(() => {
    if (isConflict) refetch()
  }, [isConflict])
  const isNewer = latest.revision > revision
  const isChanged = form.isDirty()
  return (
    <form noValidate className={styles['form']} onSubmit={onSubmit}>
      {isNewer && isChanged && (
        <ChangedMeanwhile onKeep={() => setRevision(latest.revision)} onTake={() => onBegin(latest)}>
          {t(($) => $.invoiceSettings.changedMeanwhile)}
        </ChangedMeanwhile>
      )}
      {/* Inputs within a fieldset that is off are off themselves. */}
      <fieldset className={styles['fields']} disabled={!mayEdit}>
        <Seller form={form} />
        <Numbers form={form} settings={latest} onJumped={onBegin} mayEdit={mayEdit} />
        <Defaults form={form} />
      </fieldset>
      {failure && !isConflict && <FormFailure error={failure} />}
      {mayEdit ? (
        <div className={styles['buttons']}>
          <Button type="submit" loading={pending} disabled={!isChanged}>
            {t(($) => $.settings.save)}
          </Button>
          {isChanged && (
            <Button variant="default" onClick={() => form.reset()}>
              {t(($) => $.settings.discard)}
            </Button>
          )}
        </div>
      ) : (
        <WhyNot rule={updateInvoiceSettings.access} says={t(($) => $.settings.onlyAdministrators)} />
      )}
      <AskBeforeLeaving unsaved={isChanged && !pending} />
    </form>
  )
}
