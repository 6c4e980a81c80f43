import { testOnboarding } from './onboard.ts'

testOnboarding('ar')
