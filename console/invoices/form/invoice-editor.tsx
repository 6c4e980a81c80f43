import { Button } from '@mantine/core'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoiceSettings } from '#contract/invoice-settings.ts'
import type { ScreenName } from '#contract/screens.ts'
import { FormFailure, FormSection } from '#console/kit/form/form-screen.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import type { CallForm } from '#console/kit/form/use-call-form.ts'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Costs } from './costs.tsx'
import { Customer } from './customer.tsx'
import { sumsOf } from './edited-lines.ts'
import { inputOf } from './inputs.ts'
import styles from './invoice-editor.module.css'
import type { InvoiceValues } from './invoice-form.ts'
import { Lines } from './lines.tsx'
import { LookSection } from './look.tsx'
import { Payment } from './payment.tsx'
import { Preview } from './preview.tsx'
import { Reminders } from './reminders.tsx'
import { Sending } from './sending.tsx'
import { TemplateTerms } from './template-terms.tsx'
import { Description, Terms } from './terms.tsx'
import { Notes, OwnFields } from './texts.tsx'
import { Totals } from './totals.tsx'

interface InvoiceEditorProps extends CallForm<InvoiceValues> {
  screen: ScreenName
  title?: string
  back: ScreenName
  backSearch?: object
  /** A template has no customer and no days. */
  template?: boolean
  /** The names of the fields that cannot change any more. */
  fixed?: ReadonlySet<string>
  settings?: InvoiceSettings | undefined
  /** How it can be sent by saving it. */
  sendings?: readonly ('draft' | 'now' | 'later')[]
  /** It has been saved and is about to be left. */
  saved: boolean
  submit: string
  notice?: ReactNode
  onDiscard: () => void
}

const none: ReadonlySet<string> = new Set()

/** The form of an invoice or of a template, with the document beside it. */
export function InvoiceEditor(props: InvoiceEditorProps): ReactNode {
  const { form, onSubmit, pending, failure, saved, template = false, fixed = none } = props
  const { t } = useTranslation()
  const [view, setView] = useState<'form' | 'preview'>('form')
  const { values } = form
  const sums = sumsOf(values.line_items, values.additional_costs, values.currency)
  const isChanged = form.isDirty() && !saved
  const parts = { form, fixed, template }
  return (
    <Screen
      name={props.screen}
      {...(props.title ? { title: props.title } : {})}
      back={props.back}
      {...(props.backSearch ? { backSearch: props.backSearch } : {})}
      wide
      actions={
        <Button variant="default" leftSection={<Icon name="print" />} onClick={() => window.print()}>
          {t(($) => $.invoiceForm.print)}
        </Button>
      }
    >
      <AskBeforeLeaving unsaved={isChanged} />
      <div className={styles['views']} role="group" aria-label={t(($) => $.pageEditor.views)}>
        {(['form', 'preview'] as const).map((one) => (
          <Button
            key={one}
            size="xs"
            variant={view === one ? 'light' : 'default'}
            aria-pressed={view === one}
            onClick={() => setView(one)}
          >
            {t(($) => $.pageEditor[one])}
          </Button>
        ))}
      </div>
      <div className={styles['editor']} data-view={view}>
        <form noValidate className={styles['form']} onSubmit={onSubmit} onKeyDown={onlyByButton}>
          {props.notice}
          {template ? (
            <TemplateTerms {...parts} />
          ) : (
            <>
              <Customer {...parts} />
              <Terms
                {...parts}
                nextNumber={props.settings?.next_number ?? ''}
                latestDate={props.settings?.latest_invoice_date ?? ''}
              />
            </>
          )}
          <FormSection title={t(($) => $.invoiceForm.items)}>
            {template && <Description {...parts} />}
            <Lines {...parts} sums={sums} />
            <Costs {...parts} />
            <div className="wide">
              <Totals
                sums={sums}
                costs={values.additional_costs}
                currency={values.currency}
                error={form.errors['amount']}
              />
            </div>
          </FormSection>
          <Payment {...parts} />
          <Reminders {...parts} />
          <OwnFields {...parts} />
          <Notes {...parts} />
          <LookSection
            input={(part) => inputOf(parts, `look.${part}`)}
            color={values.look.color}
            onColor={(color) => form.setFieldValue('look.color', color)}
          />
          <Sending {...parts} choices={props.sendings ?? []} />
          {failure && <FormFailure error={failure} />}
          <div className={styles['buttons']}>
            <Button type="submit" loading={pending}>
              {props.submit}
            </Button>
            <Button variant="default" onClick={props.onDiscard}>
              {t(($) => $.pageEditor.discard)}
            </Button>
            {isChanged && <span className={styles['hint']}>{t(($) => $.pageEditor.unsaved)}</span>}
          </div>
        </form>
        <aside className={styles['side']}>
          <Preview values={values} />
        </aside>
      </div>
    </Screen>
  )
}

/** Enter in a field adds a line, or does nothing: by a slip of it an invoice would be sent. */
function onlyByButton(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
