import { Button, NativeSelect, Popover, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentPage } from '#contract/payment-pages.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import list from '#console/kit/list/list.module.css'
import type { Answer, AskedField } from './answers.ts'

interface AnswerFilterProps {
  /** Every field that was ever asked. */
  fields: readonly AskedField[]
  /** The fields of the page as it is now, of which the choices are known. */
  asked: PaymentPage['custom_fields']
  value: Answer | undefined
  onChange: (value: Answer | undefined) => void
}

/** The chip that narrows a list of payments to those with one answer. */
export function AnswerFilter({ fields, asked, value, onChange }: AnswerFilterProps): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const title = t(($) => $.paymentPages.answer)
  const field = value && fields.find(({ id }) => id === value.field)
  const yes = t(($) => $.paymentPages.ticked)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal={false}>
      <span className={list['chip']} data-set={value !== undefined || undefined}>
        <Popover.Target>
          <button type="button" onClick={() => setOpen(!open)}>
            {!value && <Icon name="plus" size={12} />}
            {field ? <bdi>{field.title}</bdi> : title}
            {value && (
              <span className={list['chipValue']}>
                <bdi>{field?.type === 'checkbox' ? yes : value.value}</bdi>
              </span>
            )}
          </button>
        </Popover.Target>
        {value && (
          <button
            type="button"
            className={list['chipRemove']}
            aria-label={t(($) => $.list.removeFilter, { filter: title })}
            onClick={() => onChange(undefined)}
          >
            <Icon name="close" size={12} />
          </button>
        )}
      </span>
      <Popover.Dropdown aria-label={title}>
        {open && (
          <AnswerForm
            {...{ fields, asked, value }}
            onApply={(next) => {
              setOpen(false)
              onChange(next)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface FormProps extends Omit<AnswerFilterProps, 'onChange'> {
  onApply: (value: Answer) => void
}
function AnswerForm({ fields, asked, value, onApply }: FormProps): ReactNode {
  const { t } = useTranslation()
  const [id, setId] = useState(value?.field ?? fields[0]?.id ?? '')
  const [text, setText] = useState(value?.value ?? '')
  const field = fields.find((one) => one.id === id)
  const choices = asked.find((one) => one.id === id)?.options
  const ticked = field?.type === 'checkbox'
  const wanted = ticked ? 'true' : text.trim() || (choices?.[0] ?? '')
  return (
    <form
      className={list['filter']}
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted) onApply({ field: id, value: wanted })
      }}
    >
      <NativeSelect
        label={t(($) => $.paymentPages.field)}
        data-autofocus
        value={id}
        onChange={(event) => {
          setId(event.currentTarget.value)
          setText('')
        }}
        data={fields.map((one) => ({ value: one.id, label: one.title }))}
      />
      {choices ? (
        <NativeSelect
          label={t(($) => $.paymentPages.answer)}
          value={wanted}
          onChange={(event) => setText(event.currentTarget.value)}
          data={[...choices]}
        />
      ) : (
        !ticked && (
          <TextInput
            label={t(($) => $.paymentPages.answer)}
            description={t(($) => $.paymentPages.wholeAnswer)}
            dir="auto"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )
      )}
      {ticked && <p>{t(($) => $.paymentPages.onlyTicked)}</p>}
      <Button type="submit" size="xs">
        {t(($) => $.list.apply)}
      </Button>
    </form>
  )
}
