import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { configurationTabs, type ConfigurationTab } from './tabs.ts'

/** Each is fetched when it is opened. */
const views: Record<ConfigurationTab, ComponentType> = {
  channels: lazy(async () => ({ default: (await import('./channels/channels-tab.tsx')).ChannelsTab })),
  mappings: lazy(async () => ({ default: (await import('./mappings/mappings-tab.tsx')).MappingsTab })),
  rules: lazy(async () => ({ default: (await import('./rules/rules-tab.tsx')).RulesTab })),
  fees: lazy(async () => ({ default: (await import('./fees/fees-tab.tsx')).FeesTab })),
  tolerance: lazy(async () => ({ default: (await import('./tolerance/tolerance-tab.tsx')).ToleranceTab })),
  limits: lazy(async () => ({ default: (await import('./limits/limits-tab.tsx')).LimitsTab })),
  intake: lazy(async () => ({ default: (await import('./intake/intake-tab.tsx')).IntakeTab })),
  calendar: lazy(async () => ({ default: (await import('./calendar/calendar-tab.tsx')).CalendarTab })),
  switches: lazy(async () => ({ default: (await import('./switches/switches-tab.tsx')).SwitchesTab })),
}

/** How reconciliation is set up: channels, how their files are read, what they may charge, and when what is expected. */
export default function ReconConfiguration(): ReactNode {
  const { t } = useTranslation()
  const { tab } = useScreenSearch('reconConfiguration') as RawSearch
  const deniedSwitches = useDenied('administration')
  const shown = configurationTabs.filter((name) => name !== 'switches' || deniedSwitches === null)
  const open = shown.find((name) => name === tab) ?? 'channels'
  const View = views[open]
  return (
    <Screen name="reconConfiguration" wide>
      <TabLinks
        screen="reconConfiguration"
        label={screenTitle('reconConfiguration')}
        tabs={shown.map((name) => ({ tab: name, title: t(($) => $.reconConfiguration.tabs[name]) }))}
        open={open}
      />
      <Suspense fallback={<LinesSkeleton lines={8} />}>
        <View />
      </Suspense>
    </Screen>
  )
}
