/**
 * Patterns of English for what players say of each other, over a normalised text: lower case, `@3@` for the player `p:3`.
 * Each pattern begins at the start of a main clause, so reported and subordinate words do not match. In doubt none matches.
 */

const any = (...forms: readonly string[]) => `(?:${forms.join('|')})`;
const clause = (pattern: string) => new RegExp(`^${OPENING}${pattern}`);

/** One player or several: `@3@`, `@3@ and @4@`, `@1@, @3@ and @4@`. The group of the players. */
const LISTED = '(@[1-8]@(?:(?:, and |, | and )@[1-8]@)*)';
/** Not what belongs to a player: "I looked at @3@'s votes" is no inspection. */
const PLAYERS = `(?:both )?${LISTED}(?!'s)`;
/** After a player or a trait the statement ends, or only says when and for whom. What else follows can turn the meaning. */
const END =
  '(?= *$| (?:today|now|right now|tonight|here|this (?:morning|time|round|vote)|in this (?:game|village|town|match)|too|also|as well|again|for now|for today|at this point|at the moment|most|the most|more than anyone|more than anybody|first|instead|completely|fully|entirely|at all|anymore|any more|any longer|over @[1-8]@|to me|for me|in my (?:eyes|view|opinion|book)|as of last night|and|who|trying|pretending|herself|himself|themselves|of it|on this|until we know more)\\b)';
const ADVERBS =
  '(?:(?:really|actually|truly|just|only|simply|honestly|definitely|certainly|clearly|probably|likely|surely|obviously|still|also|now|strongly|firmly|fully|completely|absolutely|most|mostly|very|quite|pretty|rather|so|highly|extremely|increasingly|most likely|almost certainly|by far|genuinely|totally|currently) )*';
const FILL =
  "(?:(?:really|actually|truly|just|only|simply|honestly|simple|plain|ordinary|regular|humble|real|true|one and only|the|a|an|your|our|this village's|the village's) )*";

/** Words before a main clause that change nothing about it. */
const OPENING = `(?:${any(
  'and',
  'but',
  'so',
  'also',
  'well',
  'look',
  'listen',
  'okay',
  'ok',
  'yes',
  'now',
  'please',
  'honestly',
  'frankly',
  'personally',
  'still',
  'today',
  'again',
  'finally',
  'first',
  'second',
  'because',
  'since',
  'everyone',
  'everybody',
  'all',
  'friends',
  'villagers',
  'for me',
  'to me',
  'for now',
  'in my (?:view|opinion|eyes|book)',
  'for the record',
  'to be clear',
  'to be honest',
  'let me be clear',
  'i will be honest',
  'i will be direct',
  'the truth is(?: that)?',
  'the fact is(?: that)?',
  'here is the truth',
  'you (?:should|need to|must|deserve to) know(?: that)?',
  'i (?:can|must|have to|want to|will) (?:tell you|say|confess|admit|reveal)(?: now)?(?: that)?',
  "i(?: am|'m) telling you(?: that)?",
  'i (?:swear|admit|confess|repeat)(?: that)?',
  'that is why',
  'this is why',
  'which is why',
)},? )*`;

/** What comes after a role that the speaker claims. A noun there ("wolf hunter", "seer's friend") makes it something else. */
const AFTER_ROLE =
  '(?= *$| (?:and|here|in this (?:game|village|town|match)|of this (?:game|village|town)|too|this game|tonight|with|who|myself)\\b)';
const ROLE = '(seer|doctor|villager)';
const DOES_AS_ROLE =
  "(?: have|'ve| can| must| know| am| did| do| inspected| checked| looked| saw| scanned| protected| guarded| saved| kept)";

/** The role is the first group. */
export const ROLE_CLAIMS: readonly RegExp[] = [
  clause(`i(?: am|'m) ${FILL}${ROLE}${AFTER_ROLE}`),
  clause(`i(?: am|'m)? ?claim(?:ing)? (?:to be |that i am )?${FILL}${ROLE}${AFTER_ROLE}`),
  clause(`i(?: am|'m|'ll be| will be) (?:coming out|stepping forward|revealing myself|going public) as ${FILL}${ROLE}`),
  clause(`(?:i|let me) (?:come out|step forward|reveal myself|speak up)(?: now)? as ${FILL}${ROLE}`),
  clause(`my role is ${FILL}${ROLE}${AFTER_ROLE}`),
  clause(`i (?:have|hold|got|drew|was dealt|was given) (?:the )?${ROLE} (?:role|card)`),
  clause(`(?:the |your )?${ROLE} here *$`),
  clause(`as ${FILL}${ROLE},? i${DOES_AS_ROLE}\\b`),
];

/** Nobody says so without irony unless these are the only words of the sentence. */
export const WEREWOLF_CLAIM = /^i(?: am|'m) (?:a|one of the) (?:were)?wol(?:f|ves) *$/;

const LOOKED = any(
  'inspected',
  'checked(?: on)?',
  'scanned',
  'investigated',
  'peeked at',
  'looked at',
  'looked into',
  'examined',
  'used my (?:vision|power|inspection|check) on',
);
const WOLF =
  '(?:(?:the|a|one of the|one of our|our|another|definitely a|indeed a) )?(?:(?:second|other|last|remaining|final|real|true) )?(?:were)?wol(?:f|ves)';
const NO_WOLF = any(
  '(?:not|no|never) (?:(?:a|the|one of the) )?(?:were)?wol(?:f|ves)',
  'not wolf',
  '(?:(?:a|an|just a|definitely a|confirmed|completely|fully|perfectly) )?(?:innocent|clean|cleared|villager|village|human|good|safe|harmless|town)(?: person| player)?',
);

/** The speaker says to have inspected: the players are the first group. What it showed stands after it. */
export const INSPECTIONS: readonly RegExp[] = [
  clause(
    `(?:as ${FILL}seer,? )?(?:last night,? |(?:on )?night (?:\\d|one|two|three),? |a new vision,? |tonight,? )?i (?:have |just |also )?${LOOKED} ${PLAYERS}`,
  ),
  clause(
    `my (?:last |latest |first |second )?(?:vision|inspection|check|scan|result|peek)s?(?: last night)?(?: of| on| for| about) ${PLAYERS}`,
  ),
  clause(`i saw (?:that )?${PLAYERS}(?= (?:is|was|as|to be)\\b)`),
];

/** Between an inspection and what it showed: nobody else, no other words of somebody, no negation. */
const UP_TO_RESULT = "^(?:(?!@|\\b(?:not|never|nothing|if|says?|said|claims?|claimed|thinks?|like)\\b|n't).){0,40}?";
const SHOWED =
  '(?:\\b(?:is|was|are|were|to be|found|saw|showed|shows|revealed|result|came back|turned out to be|got)(?: as)?|:) ?';
/** What an inspection showed, in the words after the players; "he" stands for the inspected player. */
export const SHOWED_WOLF = new RegExp(`${UP_TO_RESULT}${SHOWED}${WOLF}\\b`);
export const SHOWED_NO_WOLF = new RegExp(
  `${UP_TO_RESULT}${SHOWED}${NO_WOLF}\\b|${UP_TO_RESULT}\\b(?:isn't|wasn't|is not|was not) (?:a|the) (?:were)?wolf\\b`,
);

const IS = "(?:is|are|'s|must be|has to be|have to be)";
const SEEMS = any(
  'is',
  'are',
  "'s",
  'seems?',
  'looks?',
  'sounds?',
  'feels?',
  'reads?',
  'acts?',
  '(?:is|has been) (?:acting|being|looking|sounding)',
  'must be',
  'has to be',
  'has been',
);

/** After "… is" and the like. */
const SUSPECT_TRAIT = any(
  WOLF,
  'like (?:a|the|one of the) (?:were)?wol(?:f|ves)',
  'suspicious',
  '(?:the )?most suspicious(?: player| person| one)?',
  'suspect',
  'guilty',
  'evil',
  'shady',
  'sketchy',
  'fishy',
  'wolfish',
  'wolfy',
  'lying',
  'a liar',
  'faking',
  'a fake',
  'hiding (?:something|behind|information|a role|the truth|his role|her role|their role)',
  'playing a part',
  'not (?:telling the truth|honest|trustworthy|to be trusted|innocent)',
  'my (?:top |main |prime |biggest |first |number one |strongest |leading )?suspect',
  '(?:the|our) (?:top|main|prime|biggest|best|most likely) (?:suspect|candidate)',
);
const GOOD_TRAIT = any(
  '(?:not|no|hardly) (?:(?:a|the|our|one of the) )?(?:were)?wol(?:f|ves)',
  'not (?:lying|suspicious|guilty|evil|hiding|a liar|faking)',
  'innocent',
  'honest',
  'clean',
  'clear',
  'trustworthy',
  'genuine',
  'sincere',
  'safe',
  'good',
  'an? (?:real |true |honest |simple |good |genuine |innocent )?villager',
  'village',
  'village-aligned',
  'on our side',
  'with us',
  'one of us',
  'telling the truth',
  'the (?:real|true) (?:seer|doctor)',
);
const I_THINK =
  "i(?: (?:really |still |also |honestly |strongly |firmly |now )?(?:think|believe|feel|bet|say|suspect|know)|(?: am|'m) (?:(?:now|very|quite|pretty|absolutely|completely|fully|almost|increasingly) )*(?:sure|certain|convinced|confident))(?: that)? ";
const I_THINK_SO = any(
  I_THINK,
  'i have (?:a|the) (?:strong |growing )?(?:feeling|suspicion) that ',
  'there is no doubt(?: in my mind)? that ',
  '(?:i say|i maintain|i repeat)(?: that)? ',
);
const MY =
  'my (?:own |final |current |first |top |main |prime |biggest |number one |strongest |leading |two |two top )*';
const VOTE =
  '(?:vote (?:for|out|against|to eliminate)|vote|eliminate|vote off|lynch|hang|get rid of|remove|banish|execute)';
const WORDS_OF = `${LISTED}'s (?:story|claim|account|answer|defen[cs]e|behaviou?r|explanation)`;

/** The accused players are the first group. */
export const ACCUSATIONS: readonly RegExp[] = [
  clause(`i ${ADVERBS}(?:suspect|accuse|distrust|mistrust|doubt) ${PLAYERS}${END}`),
  clause(`i(?: am|'m) ${ADVERBS}(?:accusing|suspicious of) ${PLAYERS}(?: of being ${WOLF})?${END}`),
  clause(`i (?:${ADVERBS}find|have found) ${PLAYERS} ${ADVERBS}(?:suspicious|untrustworthy)${END}`),
  clause(`i (?:don't|do not|can't|cannot|no longer) (?:\\w+ )?(?:trust|believe) ${PLAYERS}${END}`),
  clause(`i(?: am|'m)? (?:don't|do not|can't|cannot|no longer|not) (?:\\w+ )?(?:believe|buy|buying) ${WORDS_OF}${END}`),
  clause(
    `(?:${I_THINK_SO})?${PLAYERS} ${SEEMS} ${ADVERBS}${SUSPECT_TRAIT}(?: to (?:us|all of us|everyone|everybody))?${END}`,
  ),
  clause(`(?:${I_THINK_SO})?${PLAYERS} is lying about (?:being|his|her|their)\\b`),
  clause(
    `${PLAYERS} (?:has |have )?(?:clearly |just )?(?:lied|been lying|lies)(?: to (?:us|all of us|everyone|me))?${END}`,
  ),
  clause(`${WORDS_OF} (?:doesn't|does not|didn't) (?:add up|make sense|hold up)`),
  clause(`${WORDS_OF} is (?:a lie|fake|made up)${END}`),
  clause(
    `(?:something|everything) about ${PLAYERS} (?:is|feels|seems|sounds|looks) (?:\\w+ )?(?:fake|off|wrong|suspicious)${END}`,
  ),
  clause(
    `${MY}(?:vote|suspicion|finger|accusation)s? (?:today )?(?:is|goes|falls|stays|lands|points|remains|will be|will go)(?: on| to| for| with| at| against)? ${PLAYERS}${END}`,
  ),
  clause(
    `${MY}suspects? (?:today |right now |for today |so far )?(?:is|are|remains?|would be) (?:still )?${PLAYERS}${END}`,
  ),
  clause(`my ${ADVERBS}(?:strongest|biggest|main) suspicion (?:today |right now )?is ${PLAYERS}${END}`),
  clause(`the (?:two |other |second |last |remaining )?(?:were)?wol(?:f|ves) (?:is|are|must be) ${PLAYERS}${END}`),
  clause(`the most suspicious (?:player|person|one)(?: today| right now| here)? is ${PLAYERS}${END}`),
  clause(
    `i(?: will|'ll| will be|'ll be| am going to|'m going to| would|'d| want to| plan to| intend to| must|'m| am| say we| propose we| suggest we| say we should| propose that we| suggest that we| propose to| suggest to)? (?:also |still |now |probably |likely )?(?:vote|voting|lean|leaning)(?: to vote)? (?:for |out |against |towards? |to eliminate )?${PLAYERS}(?: as (?:a|the|one of the) (?:were)?wol(?:f|ves))?${END}`,
  ),
  clause(
    `(?:i (?:say|think|propose|suggest|believe)(?: that)? )?(?:let us|let's|we should|we must|we need to|we have to|we ought to) (?:all )?${VOTE} ${PLAYERS}${END}`,
  ),
  clause(`it(?: is|'s) ${PLAYERS} who is (?:lying|${WOLF})${END}`),
  clause(`(?:that|this|which) makes ${PLAYERS} ${ADVERBS}suspicious${END}`),
  clause(`vote (?:for |out )?${PLAYERS}${END}`),
  clause(`i(?: am|'m) (?:pointing)(?: my finger)? at ${PLAYERS}${END}`),
  clause(
    `${PLAYERS},? you(?: are|'re) ${ADVERBS}(?:lying|a liar|a (?:were)?wolf|the (?:were)?wolf|hiding something|suspicious)(?: to (?:us|all of us|me|everyone))?${END}`,
  ),
  clause(
    `you(?: are|'re) ${ADVERBS}(?:lying|a liar|a (?:were)?wolf|the (?:were)?wolf|hiding something),? ${PLAYERS} *$`,
  ),
];

/** The defended players are the first group. Not to vote for a player is no word for it. */
export const DEFENCES: readonly RegExp[] = [
  clause(`i ${ADVERBS}(?:trust|believe|vouch for|stand by|stand with|stand behind) ${PLAYERS}${END}`),
  clause(
    `i ${ADVERBS}(?:trust|believe) ${LISTED}'s (?:word|claim|story|account|judge?ment|explanation)(?: to be (?:the|a) (?:seer|doctor))?${END}`,
  ),
  clause(`(?:${I_THINK_SO})?${PLAYERS} ${SEEMS} ${ADVERBS}${GOOD_TRAIT}${END}`),
  clause(
    `(?:${I_THINK_SO})?${PLAYERS} (?:isn't|aren't|is hardly|is not|can't be|cannot be) ${ADVERBS}(?:(?:a|the|our) )?(?:(?:were)?wol(?:f|ves)|lying|suspicious|guilty|a liar)${END}`,
  ),
  clause(
    `i (?:don't|do not) (?:\\w+ )?(?:think|believe)(?: that)? ${PLAYERS} ${IS} ${ADVERBS}(?:${WOLF}|lying|suspicious|guilty|evil)${END}`,
  ),
];

/** Said of what is not so, or not known: nothing of such a sentence is a statement. */
export const SUPPOSITION =
  /\b(?:if|unless|whether|suppose|supposing|imagine|assuming|assume|pretend\w*|hypothetical\w*|what would|would have|could be|may be|might be|might|maybe|perhaps|possibly|either|let's say|let us say|say for a moment|as though|joke|joking|kidding|sarcasm|sure you are|rather than|instead of|until proven|scenario|theory|hypothesis|possibilit\w+|option|apparently|supposedly|allegedly|so they say|in your (?:mind|head|story|version|eyes|world)|should (?:@[1-8]@|it|he|she) (?:turn|be|prove)|provided|in case|is or|a (?:were)?wolf or|villager or|or a (?:were)?wolf|or a villager|as likely|had i|were i|were to|it would)\b|^(?:oh|yeah|sure|right|fine|great|wonderful|brilliant|congratulations|bravo)\b/;
/** Suppositions that change nothing about what the rest says. */
export const EMPTY_SUPPOSITION =
  /,? ?\bif (?:you ask me|i had to (?:vote|choose|guess|pick|name)(?: \w+)?(?: \w+)?|you want (?:a name|my opinion|my view)|i am honest|i'm honest|i am wrong|nothing changes|i must)\b,? ?/g;
/** Another player's words or thoughts: what follows in the sentence is theirs. */
export const REPORT =
  /(?<![\w@])(?:(?:@[1-8]@|you|he|she|they|we|people|some|someone|somebody|others?|everyone|everybody|nobody|anyone|who|most|many|both|wolf|wolves|seer|doctor) (?:\w+ )?(?:says?|said|saying|claims?|claimed|claiming|thinks?|thought|believes?|believed|accuses?|accused|accusing|calls?|called|calling|tells?|told|argues?|argued|insists?|insisted|suggests?|suggested|wants?|wanted|voted|votes?|voting|defended|defends?|asks?|asked|hopes?|decides?|decided|announces?|announced|reports?|reported|pushes|pushed|wrote|mentioned|implied|implies|assumes?|trusts?|suspects?|suspected)\b|according to|the (?:idea|claim|theory|story|accusation|suggestion|argument|notion) that|accused of|because of|it (?:is|was) (?:said|claimed)|the way|in @[1-8]@'s (?:view|eyes|opinion|story))/;
