import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { coloursOf, grounds } from '#checkout/pages/look.ts'
import { colourForm, contrast, leastContrast, textOn } from '#contract/page-colours.ts'
import { emptyContent } from '#contract/payment-page-content.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import styles from './editor.module.css'
import type { SectionProps } from './product.tsx'
import { UploadLogo } from './upload.tsx'

/** Theme, logo and colours; a colour that could not be read gets the nearest shade that can, and says so. */
export function LookSection({ form }: SectionProps): ReactNode {
  const { t } = useTranslation()
  const { logo } = form.values
  return (
    <FormSection title={t(($) => $.pageEditor.look)} folded>
      <NativeSelect
        label={wireWord('pageFields', 'theme')}
        data={(['light', 'dark'] as const).map((value) => ({ value, label: codeWord('pageThemes', value) }))}
        {...form.getInputProps('theme')}
      />
      <div role="group" aria-label={wireWord('pageFields', 'logo')}>
        <p className={styles['hint']}>{wireWord('pageFields', 'logo')}</p>
        <div className={styles['logo']}>
          {logo && <img src={logo} alt="" />}
          <UploadLogo
            label={logo ? t(($) => $.settings.replaceLogo) : t(($) => $.settings.chooseLogo)}
            onDrawn={(path) => form.setFieldValue('logo', path)}
          />
          {logo && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => form.setFieldValue('logo', '')}>
              {t(($) => $.pageEditor.ownLogo)}
            </Button>
          )}
        </div>
      </div>
      <Colour form={form} name="primary_color" />
      <Colour form={form} name="secondary_color" />
      <Contrast form={form} />
    </FormSection>
  )
}

function Colour({ form, name }: SectionProps & { name: 'primary_color' | 'secondary_color' }): ReactNode {
  const title = wireWord('pageFields', name)
  const id = useId()
  const value = form.values[name]
  return (
    <div className={styles['colour']}>
      <TextInput id={id} label={title} dir="ltr" maxLength={7} {...form.getInputProps(name)} />
      <input
        type="color"
        aria-label={title}
        value={colourForm.test(value) ? value.toLowerCase() : emptyContent[name].toLowerCase()}
        onChange={(event) => form.setFieldValue(name, event.currentTarget.value.toUpperCase())}
      />
    </div>
  )
}

/** The contrast of what is read on the colours, and the shade that text and focus get where the colour itself is too pale. */
function Contrast({ form }: SectionProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { primary_color: primary, secondary_color: secondary, theme } = form.values
  if (!colourForm.test(primary) || !colourForm.test(secondary)) return null
  const ratio = (one: string, other: string) => numberText(Math.floor(contrast(one, other) * 10) / 10, language)
  const { accent = primary } = coloursOf({ theme, primary, secondary })
  const own = contrast(primary, grounds[theme])
  return (
    <div className="wide" role="status">
      <p className={styles['hint']}>
        <Swatch colour={primary} /> {t(($) => $.pageEditor.onButton, { ratio: ratio(primary, textOn(primary)) })}
      </p>
      <p className={styles['hint']}>
        <Swatch colour={secondary} /> {t(($) => $.pageEditor.onBand, { ratio: ratio(secondary, textOn(secondary)) })}
      </p>
      {own < leastContrast.text && (
        <p>
          <Swatch colour={accent} />{' '}
          {t(($) => $.pageEditor.shade, {
            colour: isolatedLtr(primary),
            ratio: ratio(primary, grounds[theme]),
            shade: isolatedLtr(accent.toUpperCase()),
          })}
        </p>
      )}
    </div>
  )
}

const Swatch = ({ colour }: { colour: string }): ReactNode => (
  <span className={styles['swatch']} style={{ background: colour }} aria-hidden="true" />
)
