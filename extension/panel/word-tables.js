/** What the daemon's codes are called: for each kind of code, the name of its message. A test holds them against the daemon's own lists. */

/** @typedef {Parameters<typeof import('./dom.js').icon>[0]} Icon */

export const FOLDS = new Map([['verbatim', 'lineFound'], ['layout', 'lineFoundLayout'], ['typography', 'lineFoundTypography']]);

export const FLAGS = new Map([
  ['case', 'flagCase'], ['collapsed', 'flagCollapsed'], ['many', 'flagMany'], ['marks_skipped', 'flagMarksSkipped'],
  ['repeated', 'flagRepeated'], ['several_blocks', 'flagSeveralBlocks'], ['short', 'flagShort'],
]);

export const STEPS = new Map([
  ['capture', 'stepCapture'], ['queued', 'stepQueued'], ['read', 'stepRead'], ['rank', 'stepRank'], ['point', 'stepPoint'],
  ['state', 'stepState'], ['verify', 'stepVerify'], ['reconnect', 'stepReconnect'],
  ['load', 'stepLoad'], ['open', 'stepOpen'], ['find', 'stepFind'], ['extract', 'stepExtract'], ['judge', 'stepJudge'], ['caveats', 'stepCaveats'],
]);

/** @type {Map<string, {key: string, icon: Icon, look: string}>} */
export const SUPPORT = new Map([
  ['confirmed', { key: 'supportConfirmed', icon: 'found', look: 'confirmed' }],
  ['caveated', { key: 'supportCaveated', icon: 'note', look: 'caveated' }],
  ['uncertain', { key: 'supportUncertain', icon: 'open', look: 'uncertain' }],
  ['mismatch', { key: 'supportMismatch', icon: 'differs', look: 'mismatch' }],
]);

/** Who judged. */
export const JUDGES = new Map([['rules', 'judgeRules'], ['evaluator', 'judgeModel'], ['person', 'judgePerson']]);

/** Of what the rules noticed. */
export const SUPPORT_FLAGS = new Map([
  ['ambiguous_number', 'supportAmbiguous'], ['unit_or_currency_inferred', 'supportUnitInferred'], ['names_unchecked', 'supportNames'],
  ['from_context', 'supportContext'], ['computed_value', 'caveatComputed'], ['rounded_value', 'factRoundsTo'],
  ['too_many_facts', 'supportTooMany'], ['uncomputed_number', 'supportUncomputed'],
]);

export const CAVEATS = new Map([
  ['entity_scope_broader_than_item', 'caveatBroader'], ['entity_scope_narrower_than_item', 'caveatNarrower'],
  ['entity_scope_other_than_item', 'caveatOtherThing'],
  ['composite_value', 'caveatComposite'], ['offset_by_other_action', 'caveatOffset'], ['parallel_action_unreported', 'caveatParallel'],
  ['computed_value', 'caveatComputed'], ['rounded_value', 'caveatRounded'], ['unit_or_currency_inferred', 'supportUnitInferred'],
  ['date_scope_differs', 'caveatDate'], ['conditional', 'caveatConditional'], ['attributed_to_third_party', 'caveatThirdParty'],
  ['conflicting_lines', 'caveatConflict'], ['repeated_line', 'flagRepeated'], ['short_line', 'flagShort'], ['reused_line', 'caveatReused'],
  ['hidden_text', 'flagCollapsed'], ['number_not_in_line', 'caveatNumber'], ['answer_depends_on_framing', 'caveatFraming'],
  ['page_changed', 'caveatChanged'],
]);

export const NOTES = new Map([
  ['encoder_missing', 'noteEncoderMissing'], ['encoder_partial', 'noteEncoderPartial'], ['encoder_language', 'noteEncoderLanguage'],
  ['language_unsure', 'noteLanguageUnsure'], ['not_recorded', 'noteNotRecorded'], ['strategy_written', 'noteWritten'],
  ['no_browser', 'noteNoBrowser'], ['still_loading', 'noteStillLoading'], ['not_all_loaded', 'noteNotAllLoaded'],
  ['covered', 'noteCovered'], ['pages_without_text', 'notePagesWithoutText'], ['unmapped_text', 'noteUnmapped'],
  ['earlier_line_gone', 'noteEarlierGone'], ['earlier_none', 'noteEarlierNone'],
  ['earlier_withheld', 'noteEarlierWithheld'], ['lines_left_out', 'noteLinesLeftOut'],
  ['framing_signs', 'noteFramingSigns'], ['answer_depends_on_framing', 'caveatFraming'],
]);

export const FACTS = new Map([
  ['same', 'factSame'], ['rounds_to', 'factRoundsTo'], ['computed_from', 'factComputed'], ['different', 'factDifferent'],
  ['missing', 'factMissing'], ['unchecked', 'factUnchecked'],
]);

/** Ways to put a question. */
export const FRAMINGS = new Map([['neutral', 'framingNeutral'], ['believer', 'framingBeliever'], ['sceptic', 'framingSceptic']]);

/** What is to be fixed in a text that was checked. */
export const FAULTS = new Map([
  ['mismatch', 'supportMismatch'], ['link_broken', 'linkBroken'], ['no_line', 'noLineSupports'], ['not_relevant', 'sourceNotRelevant'],
  ['uncited', 'claimUncited'],
]);

/** How a line stands when its source is opened again. @type {Map<string, {key: string, icon: Icon, look: string}>} */
export const RECHECKED = new Map([
  ['unchanged', { key: 'nowUnchanged', icon: 'found', look: 'found' }],
  ['line_still_there', { key: 'nowStillThere', icon: 'found', look: 'found' }],
  ['page_changed', { key: 'nowGone', icon: 'lost', look: 'not-found' }],
  ['not_opened', { key: 'nowNotOpened', icon: 'problem', look: 'flag' }],
]);

/** Why a claim was withheld. */
export const WITHHELD = new Map([
  ['elided', 'heldElided'], ['fused', 'heldFused'], ['near', 'heldNear'], ['absent', 'heldAbsent'], ['elsewhere', 'heldElsewhere'],
  ['no_such_line', 'heldNoLine'], ['too_many_lines', 'heldManyLines'], ['unsupported', 'heldUnsupported'],
  ['claim_without_quote', 'heldNoQuote'], ['quote_without_claim', 'heldNoClaim'], ['empty_quote', 'heldEmptyQuote'],
  ['no_contract', 'heldNoContract'], ['text_outside', 'heldNoContract'], ['cut_off', 'heldCut'], ['taken_back', 'heldTakenBack'],
  ['about_another', 'heldAboutAnother'],
]);

/** What of a page was not read. */
export const NOT_READ = new Map([
  ['hidden', 'notReadHidden'], ['frames', 'notReadFrames'], ['images', 'notReadImages'], ['form_fields', 'notReadFields'],
  ['scripts', 'notReadScripts'], ['clipped', 'notReadClipped'],
]);

/** What was read all the same. */
export const READ_ANYWAY = new Map([['transparent', 'readTransparent'], ['unsure_characters', 'readUnsure']]);
