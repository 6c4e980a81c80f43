import { ActionIcon, Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { inputOf, type FormProps } from './inputs.ts'
import styles from './invoice-editor.module.css'

const most = { fields: 20, notes: 10 }

/** Fields of the merchant's own, shown on the document or kept to its users. */
export function OwnFields(props: FormProps): ReactNode {
  const { t } = useTranslation()
  const { form, fixed } = props
  const fields = form.values.custom_fields
  const disabled = fixed.has('custom_fields')
  return (
    <FormSection title={t(($) => $.linkForm.ownFields)} folded={fields.length === 0}>
      <div className="wide">
        <ol className={styles['list']}>
          {fields.map((_, at) => (
            <li key={at} className={styles['ownField']}>
              <TextInput label={t(($) => $.invoiceForm.fieldName)} dir="auto" maxLength={60} {...inputOf(props, `custom_fields.${at}.key`)} />
              <TextInput label={t(($) => $.invoiceForm.fieldValue)} dir="auto" maxLength={200} {...inputOf(props, `custom_fields.${at}.value`)} />
              <Remove disabled={disabled} label={t(($) => $.invoiceForm.removeField, { number: at + 1 })} onRemove={() => form.removeListItem('custom_fields', at)} />
              <Checkbox size="sm" label={t(($) => $.invoiceForm.fieldShown)} {...inputOf(props, `custom_fields.${at}.show`, 'checkbox')} />
            </li>
          ))}
        </ol>
        {!disabled && fields.length < most.fields && (
          <Add label={t(($) => $.pageEditor.addField)} onAdd={() => form.insertListItem('custom_fields', { key: '', value: '', show: true })} />
        )}
      </div>
    </FormSection>
  )
} // prettier-ignore

/** What is said below the lines, and what only the merchant's users see. */
export function Notes(props: FormProps): ReactNode {
  const { t } = useTranslation()
  const { form, fixed } = props
  const notes = form.values.additional_invoice_notes
  const disabled = fixed.has('additional_invoice_notes')
  return (
    <FormSection title={t(($) => $.invoiceForm.notes)} folded>
      <TextInput className="wide" label={t(($) => $.invoiceForm.customerNoteTitle)} dir="auto" maxLength={80} {...inputOf(props, 'customer_note.title')} />
      <Textarea className="wide" label={t(($) => $.invoiceForm.customerNote)} description={t(($) => $.invoiceForm.customerNoteHint)} dir="auto" autosize minRows={2} maxLength={1_000} {...inputOf(props, 'customer_note.value')} />
      <div className="wide">
        <ol className={styles['list']}>
          {notes.map((_, at) => (
            <li key={at} className={styles['note']}>
              <TextInput label={t(($) => $.invoiceForm.noteTitle)} dir="auto" maxLength={80} {...inputOf(props, `additional_invoice_notes.${at}.title`)} />
              <Remove disabled={disabled} label={t(($) => $.invoiceForm.removeNote, { number: at + 1 })} onRemove={() => form.removeListItem('additional_invoice_notes', at)} />
              <Textarea className="wide" label={t(($) => $.invoiceForm.noteText)} dir="auto" autosize minRows={2} maxLength={2_000} {...inputOf(props, `additional_invoice_notes.${at}.description`)} />
            </li>
          ))}
        </ol>
        {!disabled && notes.length < most.notes && (
          <Add label={t(($) => $.invoiceForm.addNote)} onAdd={() => form.insertListItem('additional_invoice_notes', { title: '', description: '' })} />
        )}
      </div>
      <Textarea className="wide" label={t(($) => $.invoiceForm.internalNote)} description={t(($) => $.invoiceForm.internalNoteHint)} dir="auto" autosize minRows={2} maxLength={1_000} {...inputOf(props, 'internal_note')} />
    </FormSection>
  )
} // prettier-ignore

const Add = ({ label, onAdd }: { label: string; onAdd: () => void }): ReactNode => (
  <Button mt={8} size="xs" variant="default" leftSection={<Icon name="plus" />} onClick={onAdd}>
    {label}
  </Button>
)
const Remove = (props: { label: string; disabled: boolean; onRemove: () => void }): ReactNode =>
  props.disabled ? null : (
    <ActionIcon mt={25} variant="subtle" color="gray" size={36} aria-label={props.label} onClick={props.onRemove}>
      <Icon name="close" size={14} />
    </ActionIcon>
  )
