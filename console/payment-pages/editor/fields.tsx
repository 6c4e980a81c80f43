import { ActionIcon, Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { builtInFields, fieldUses, pageFieldTypes } from '#contract/page-answers.ts'
import { pageFieldLimits } from '#contract/page-fields.ts'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { MoveButtons } from '#console/kit/ui/move-buttons.tsx'
import styles from './editor.module.css'
import { newFieldId, type EditedField } from './page-form.ts'
import type { SectionProps } from './product.tsx'

/** What the page asks of shoppers: the built-in fields, and its own in any order. */
export function Fields({ form }: SectionProps): ReactNode {
  const { t } = useTranslation()
  return (
    <FormSection title={t(($) => $.pageEditor.fields)} folded>
      {builtInFields.map((field) => (
        <NativeSelect
          key={field}
          label={wireWord('pageFields', `${field}_field`)}
          data={fieldUses.map((value) => ({ value, label: codeWord('pageFieldUses', value) }))}
          {...form.getInputProps(`${field}_field`)}
        />
      ))}
      <div className="wide">
        <OwnFields form={form} />
      </div>
    </FormSection>
  )
}

function OwnFields({ form }: SectionProps): ReactNode {
  const { t } = useTranslation()
  const fields = form.values.custom_fields
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    form.reorderListItem('custom_fields', { from, to })
    setSaid(t(($) => $.pageEditor.moved, { title: isolated(fields[from]?.title ?? ''), place: to + 1, of: fields.length }))
  }
  const add = () => {
    const field: EditedField = { id: newFieldId(), type: 'text', title: '', tooltip: '', optional: false, options: '' }
    form.insertListItem('custom_fields', field)
  }
  return (
    <div role="group" aria-label={wireWord('pageFields', 'custom_fields')}>
      <ol className={styles['list']}>
        {fields.map((field, at) => (
          <li
            key={field.id}
            className={styles['field']}
            data-over={(over === at && dragged !== at) || undefined}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              setOver(at)
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null && dragged !== at) move(dragged, at)
              setDragged(null)
              setOver(null)
            }}
          >
            <span
              className={styles['grip']}
              draggable
              aria-hidden="true"
              title={t(($) => $.pageEditor.drag)}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(at)
              }}
              onDragEnd={() => {
                setDragged(null)
                setOver(null)
              }}
            >
              <Icon name="menu" size={14} />
            </span>
            <FieldParts form={form} at={at} />
            <span className={styles['fieldButtons']}>
              <MoveButtons
                up={t(($) => $.pageEditor.moveUp, { title: isolated(field.title) })}
                down={t(($) => $.pageEditor.moveDown, { title: isolated(field.title) })}
                isFirst={at === 0}
                isLast={at === fields.length - 1}
                onMove={(by) => move(at, at + by)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={t(($) => $.pageEditor.removeField, { title: isolated(field.title) })}
                onClick={() => form.removeListItem('custom_fields', at)}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {fields.length < pageFieldLimits.fields && (
        <Button mt={8} size="xs" variant="default" leftSection={<Icon name="plus" />} onClick={add}>
          {t(($) => $.pageEditor.addField)}
        </Button>
      )}
    </div>
  )
} // prettier-ignore

function FieldParts({ form, at }: SectionProps & { at: number }): ReactNode {
  const { t } = useTranslation()
  const field = form.values.custom_fields[at]
  const props = (name: keyof EditedField) => form.getInputProps(`custom_fields.${at}.${name}`)
  return (
    <div className={styles['fieldParts']}>
      <TextInput label={t(($) => $.pageEditor.question)} dir="auto" maxLength={pageFieldLimits.title} {...props('title')} />
      <NativeSelect
        label={t(($) => $.pageEditor.kind)}
        data={pageFieldTypes.map((value) => ({ value, label: wireWord('pageFieldTypes', value) }))}
        {...props('type')}
      />
      {field?.type === 'dropdown' && (
        <Textarea
          className="wide"
          label={t(($) => $.pageEditor.options)}
          description={t(($) => $.pageEditor.aLineEach)}
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
          {...props('options')}
        />
      )}
      <TextInput className="wide" label={t(($) => $.pageEditor.tooltip)} dir="auto" maxLength={pageFieldLimits.tooltip} {...props('tooltip')} />
      <Checkbox
        className="wide"
        size="sm"
        label={t(($) => $.pageEditor.optional)}
        {...form.getInputProps(`custom_fields.${at}.optional`, { type: 'checkbox' })}
      />
    </div>
  )
} // prettier-ignore
