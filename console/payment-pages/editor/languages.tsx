import { Textarea, TextInput, NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, languageTags, type Language } from '#i18n/languages.ts'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { MarkedText } from './marked-input.tsx'
import { linesOf, noTexts } from './page-form.ts'
import type { SectionProps } from './product.tsx'

/** The page's own language, and what it says in others; what one lacks is said in the own one. */
export function Languages({ form }: SectionProps): ReactNode {
  const { t } = useTranslation()
  const { default_language: own, texts } = form.values
  const others = languageTags.filter((tag) => tag !== own)
  const [chosen, setChosen] = useState<Language | undefined>(others.find((tag) => texts[tag]) ?? others[0])
  const open = chosen === own ? others[0] : chosen
  const choices = (tags: readonly Language[]) => tags.map((value) => ({ value, label: languages[value].name }))
  return (
    <FormSection title={t(($) => $.pageEditor.languages)} folded>
      <NativeSelect
        label={wireWord('pageFields', 'default_language')}
        data={choices(languageTags)}
        {...form.getInputProps('default_language')}
      />
      {open && (
        <>
          <NativeSelect
            label={t(($) => $.pageEditor.translate)}
            value={open}
            data={choices(others)}
            onChange={(event) => setChosen(event.currentTarget.value as Language)}
          />
          <Translation key={open} form={form} tag={open} />
        </>
      )}
    </FormSection>
  )
}

function Translation({ form, tag }: SectionProps & { tag: Language }): ReactNode {
  const { t } = useTranslation()
  const { values } = form
  const texts = values.texts[tag] ?? noTexts
  const set = (change: object) => form.setFieldValue('texts', { ...values.texts, [tag]: { ...texts, ...change } })
  const word = (name: string) => wireWord('pageFields', name)
  const input = (name: 'title' | 'button_text' | 'terms' | 'success_message') => ({
    label: word(name),
    value: texts[name],
    dir: languages[tag].direction,
    lang: tag,
    placeholder: name === 'terms' ? '' : values[name],
    error: form.errors[`texts.${tag}.${name}`],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  const setField = (id: string, change: object) => {
    const field = texts.fields[id] ?? { title: '', tooltip: '', options: '' }
    set({ fields: { ...texts.fields, [id]: { ...field, ...change } } })
  }
  return (
    <>
      <TextInput className="wide" maxLength={80} {...input('title')} />
      <div className="wide">
        <MarkedText
          label={word('description')}
          value={texts.description}
          error={form.errors[`texts.${tag}.description`]}
          onChange={(description) => set({ description })}
        />
      </div>
      <TextInput maxLength={24} {...input('button_text')} />
      <TextInput maxLength={500} {...input('success_message')} />
      <Textarea className="wide" autosize minRows={2} maxRows={8} maxLength={5_000} {...input('terms')} />
      {values.custom_fields.map(({ id, type, title, options }) => (
        <div key={id} className="wide" role="group" aria-label={title}>
          <TextInput
            label={t(($) => $.pageEditor.questionOf, { title: isolated(title) })}
            dir={languages[tag].direction}
            lang={tag}
            maxLength={80}
            value={texts.fields[id]?.title ?? ''}
            onChange={(event) => setField(id, { title: event.currentTarget.value })}
          />
          {type === 'dropdown' && (
            <Textarea
              mt={8}
              label={t(($) => $.pageEditor.options)}
              description={linesOf(options).map(isolated).join(t(($) => $.app.comma))}
              autosize
              minRows={2}
              dir={languages[tag].direction}
              lang={tag}
              value={texts.fields[id]?.options ?? ''}
              onChange={(event) => setField(id, { options: event.currentTarget.value })}
            />
          )}
        </div>
      ))}
    </>
  )
} // prettier-ignore
