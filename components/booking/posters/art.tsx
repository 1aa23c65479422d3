import type { ReactNode } from 'react';

/** A printed poster: its flat picture on 200 × 300, and how the title is set. */
export interface PosterArt {
  ground: string;
  art: ReactNode;
  /** Lines of the title, from the top. */
  title: readonly string[];
  /** Where the title's last line stands, and its size. */
  titleY: number;
  titleSize: number;
  titleColor: string;
  /** A line under the title. */
  credit: string;
}

const ink = 'var(--print-ink)';
const night = 'var(--print-night)';
const sea = 'var(--print-sea)';
const foam = 'var(--print-foam)';
const sky = 'var(--print-sky)';
const paper = 'var(--print-paper)';
const sand = 'var(--print-sand)';
const gold = 'var(--print-gold)';
const ember = 'var(--print-ember)';
const red = 'var(--print-red)';
const rust = 'var(--print-rust)';
const rose = 'var(--print-rose)';
const leaf = 'var(--print-leaf)';
const moss = 'var(--print-moss)';
const plum = 'var(--print-plum)';
const glass = 'var(--print-glass)';

/** Points on a circle, for the marks of a dial. */
function around(count: number, cx: number, cy: number, radius: number): [number, number, number][] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    const round = (value: number) => Math.round(value * 100) / 100;
    return [round(cx + radius * Math.sin(angle)), round(cy - radius * Math.cos(angle)), (index / count) * 360];
  });
}

const tideClock: PosterArt = {
  ground: night,
  titleColor: paper,
  title: ['THE TIDE', 'CLOCK'],
  titleY: 268,
  titleSize: 31,
  credit: 'a film by Ines Varga',
  art: (
    <>
      <path d="M0 0H200V96Q100 40 0 96Z" fill={ink} opacity=".55" />
      {around(9, 100, 128, 128).map(([x, y]) => (
        <circle key={`${x}`} cx={x} cy={Math.abs(y) % 90} r="1.2" fill={paper} opacity=".7" />
      ))}
      <circle cx="100" cy="130" r="78" fill={sand} opacity=".22" />
      <circle cx="100" cy="130" r="66" fill={paper} />
      <circle cx="100" cy="130" r="58" fill="none" stroke={night} strokeWidth="1.2" />
      {around(12, 100, 130, 52).map(([x, y, turn], index) => (
        <rect
          key={turn}
          x={x - 1.2}
          y={y - (index % 3 === 0 ? 6 : 3.5)}
          width="2.4"
          height={index % 3 === 0 ? 12 : 7}
          fill={night}
          transform={`rotate(${turn} ${x} ${y})`}
        />
      ))}
      <path d="M100 130L72 104" stroke={red} strokeWidth="5" strokeLinecap="round" />
      <path d="M100 130L112 84" stroke={night} strokeWidth="3.5" strokeLinecap="round" />
      <circle cx="100" cy="130" r="5" fill={red} />
      <path d="M0 152Q25 140 50 152T100 152T150 152T200 152V300H0Z" fill={sea} />
      <path d="M38 150h30l-6 10h-18Z" fill={ink} />
      <path d="M53 150V128l14 19" fill={ember} />
      <path d="M0 172Q25 160 50 172T100 172T150 172T200 172V300H0Z" fill={foam} opacity=".35" />
      <path d="M0 192Q25 181 50 192T100 192T150 192T200 192V300H0Z" fill={night} opacity=".8" />
      <path d="M0 214Q25 204 50 214T100 214T150 214T200 214V300H0Z" fill={ink} />
    </>
  ),
};

const nightFerry: PosterArt = {
  ground: plum,
  titleColor: paper,
  title: ['NIGHT FERRY', 'NORTH'],
  titleY: 56,
  titleSize: 27,
  credit: 'eleven passengers, one crossing',
  art: (
    <>
      <path d="M0 0H200V150H0Z" fill={ink} opacity=".5" />
      <path
        d="M0 108C40 84 70 126 112 98S170 84 200 102V130C160 112 140 142 96 128S30 122 0 140Z"
        fill={leaf}
        opacity=".45"
      />
      <path d="M0 126C50 108 80 142 124 120S176 112 200 124V142H0Z" fill={foam} opacity=".25" />
      <path d="M36 164h128l-10-26H60l-8-18h76V100h20v20h12v18Z" fill={ink} />
      <path d="M132 84h12v18h-12Z" fill={red} />
      <path d="M20 164H186L168 206H40Z" fill={night} />
      <path d="M20 164H186l-4 9H24Z" fill={paper} />
      {[44, 58, 72, 86, 100, 114, 128, 142, 156].map((x, index) => (
        <rect key={x} x={x} y="183" width="7" height="7" rx="3.5" fill={index === 5 ? gold : ink} />
      ))}
      {[66, 80, 94, 108, 122, 136].map((x, index) => (
        <rect key={x} x={x} y="146" width="8" height="8" fill={index === 2 ? gold : night} />
      ))}
      <path d="M0 204H200V300H0Z" fill={ink} />
      <path
        d="M114 208h7v14h-7zM112 228h11v9h-11zM114 243h7v12h-7zM111 262h13v7h-13zM115 276h5v12h-5z"
        fill={gold}
        opacity=".85"
      />
      <path d="M94 208h8v9h-8zM93 224h10v6h-10z" fill={gold} opacity=".45" />
      <path
        d="M10 222h46M34 240h54M140 232h50M6 262h60M146 256h40M62 282h40M150 284h36"
        stroke={sea}
        strokeWidth="2"
        strokeLinecap="round"
        opacity=".7"
      />
    </>
  ),
};

const paperAstronauts: PosterArt = {
  ground: sky,
  titleColor: night,
  title: ['PAPER', 'ASTRONAUTS'],
  titleY: 272,
  titleSize: 27,
  credit: 'for everyone who folds',
  art: (
    <>
      <circle cx="158" cy="52" r="78" fill={paper} opacity=".35" />
      <circle cx="158" cy="52" r="52" fill={paper} />
      <circle cx="142" cy="42" r="9" fill={sand} opacity=".6" />
      <circle cx="168" cy="66" r="13" fill={sand} opacity=".6" />
      <circle cx="172" cy="32" r="5" fill={sand} opacity=".6" />
      <path
        d="M14 236C60 214 30 176 84 148"
        fill="none"
        stroke={night}
        strokeWidth="2"
        strokeDasharray="2 7"
        strokeLinecap="round"
      />
      <g transform="rotate(38 104 126)">
        <path d="M104 58L130 112V170H78V112Z" fill={paper} />
        <path d="M104 58L130 112V170H104Z" fill={sand} />
        <path d="M104 58L117 85L104 112L91 85Z" fill={ember} />
        <path d="M104 58L117 85L104 112Z" fill={red} />
        <path d="M78 130L54 182L78 170ZM130 130L154 182L130 170Z" fill={ember} />
        <path d="M130 130L154 182L130 170Z" fill={red} />
        <path d="M88 170H120L104 206Z" fill={gold} />
        <circle cx="104" cy="130" r="12" fill={night} />
        <circle cx="104" cy="130" r="8" fill={sky} />
        <path d="M78 150h52" stroke={night} strokeWidth="1" opacity=".3" />
      </g>
      {[
        [28, 40],
        [58, 86],
        [22, 130],
        [184, 150],
        [160, 190],
        [84, 26],
      ].map(([x = 0, y = 0]) => (
        <path key={x} d={`M${x} ${y - 6}l2 4 4 2-4 2-2 4-2-4-4-2 4-2Z`} fill={paper} />
      ))}
      <path d="M0 216L44 204L88 222L138 200L200 220V300H0Z" fill={paper} />
      <path d="M0 216L44 204L58 236L0 250ZM138 200L200 220V252L150 234Z" fill={sand} opacity=".5" />
    </>
  ),
};

const HEXAGON = 'M0-18L15.6-9V9L0 18L-15.6 9V-9Z';

const seasonOfBees: PosterArt = {
  ground: gold,
  titleColor: ink,
  title: ['A SEASON', 'OF BEES'],
  titleY: 64,
  titleSize: 32,
  credit: 'une comédie de Margot Tessier',
  art: (
    <>
      {[
        [22, 262, 1],
        [56, 262, 0],
        [90, 262, 1],
        [124, 262, 0],
        [158, 262, 1],
        [192, 262, 1],
        [5, 290, 0],
        [39, 290, 1],
        [73, 290, 1],
        [107, 290, 0],
        [141, 290, 1],
        [175, 290, 0],
        [5, 234, 1],
        [39, 234, 0],
        [158, 206, 0],
        [175, 234, 1],
        [192, 206, 1],
      ].map(([x = 0, y = 0, filled]) => (
        <path
          key={`${x} ${y}`}
          d={HEXAGON}
          transform={`translate(${x} ${y})`}
          fill={filled ? ember : sand}
          stroke={gold}
          strokeWidth="2.5"
        />
      ))}
      <path
        d="M18 116C54 92 96 104 84 132S44 140 60 112S128 84 146 118"
        fill="none"
        stroke={ink}
        strokeWidth="2"
        strokeDasharray="1 7"
        strokeLinecap="round"
      />
      <g transform="rotate(-16 118 172)">
        <ellipse cx="98" cy="138" rx="19" ry="33" fill={paper} opacity=".9" transform="rotate(-26 98 138)" />
        <ellipse cx="132" cy="136" rx="17" ry="31" fill={paper} opacity=".75" transform="rotate(20 132 136)" />
        <ellipse cx="116" cy="178" rx="47" ry="30" fill={ink} />
        <path d="M96 151q-10 27 0 54h12q-9-27 0-55ZM122 148q-6 30 0 60h12q6-30 0-58Z" fill={gold} />
        <circle cx="72" cy="172" r="20" fill={ink} />
        <circle cx="66" cy="168" r="5" fill={paper} />
        <path
          d="M62 156Q50 146 52 136M72 152Q66 140 72 132"
          stroke={ink}
          strokeWidth="3"
          fill="none"
          strokeLinecap="round"
        />
        <path d="M162 178l14 2-13 5Z" fill={ink} />
      </g>
      <path
        d="M176 104c0-9 13-9 13 0c0-9 13-9 13 0c0 10-13 18-13 18s-13-8-13-18Z"
        transform="translate(-34 -2)"
        fill={red}
      />
    </>
  ),
};

const redMeridian: PosterArt = {
  ground: ink,
  titleColor: paper,
  title: ['RED', 'MERIDIAN'],
  titleY: 66,
  titleSize: 34,
  credit: 'walk the line',
  art: (
    <>
      {[
        [24, 96],
        [52, 82],
        [170, 90],
        [184, 22],
        [150, 112],
        [12, 20],
        [118, 88],
        [36, 124],
      ].map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="1.3" fill={paper} />
      ))}
      <circle cx="160" cy="104" r="10" fill={sand} />
      <circle cx="156" cy="101" r="9" fill={ink} />
      <circle cx="132" cy="128" r="4" fill={rose} />
      <circle cx="100" cy="312" r="172" fill={ember} />
      <path d="M-20 260Q60 224 122 246T230 214V330H-20Z" fill={red} />
      <path d="M-20 290Q70 262 134 280T230 262V330H-20Z" fill={rust} />
      <path d="M100 140Q80 214 92 300" fill="none" stroke={paper} strokeWidth="2.5" />
      {[
        [96, 176],
        [102, 188],
        [93, 202],
        [100, 216],
      ].map(([x, y]) => (
        <ellipse key={y} cx={x} cy={y} rx="3" ry="1.8" fill={rust} />
      ))}
      <path d="M126 250L194 268L130 256Z" fill={ink} opacity=".5" />
      <g transform="translate(116 204)">
        <rect x="-2" y="14" width="20" height="24" rx="7" fill={paper} />
        <rect x="14" y="14" width="8" height="20" rx="3" fill={sand} />
        <circle cx="8" cy="6" r="11" fill={paper} />
        <path d="M-2 5a9 8 0 0 1 15 0q-8 6-15 0Z" fill={night} />
        <path d="M0 36h7v14H0zM10 36h7v14h-7z" fill={sand} />
      </g>
    </>
  ),
};

function glassTree(x: number, y: number, size: number) {
  return (
    <g key={`${x} ${y}`} transform={`translate(${x} ${y}) scale(${size})`}>
      <path d="M-2 0H2V34H-2Z" fill={night} opacity=".8" />
      <path d="M0-46L20-18L0 8L-20-18Z" fill={glass} opacity=".85" />
      <path d="M0-46L20-18L0 8Z" fill={foam} />
      <path d="M0-46L8-18L0 8L-8-18Z" fill={paper} opacity=".75" />
      <path d="M-20-18L0 8L-14 18L-28 0ZM20-18L0 8L14 18L28 0Z" fill={glass} opacity=".55" />
    </g>
  );
}

const glassOrchard: PosterArt = {
  ground: moss,
  titleColor: glass,
  title: ['THE GLASS', 'ORCHARD'],
  titleY: 270,
  titleSize: 30,
  credit: 'every spring one does not come back',
  art: (
    <>
      <path d="M0 0H200V150Q100 118 0 150Z" fill={sea} opacity=".75" />
      <circle cx="100" cy="78" r="44" fill={glass} opacity=".25" />
      <circle cx="100" cy="78" r="30" fill={paper} opacity=".85" />
      {glassTree(22, 116, 0.7)}
      {glassTree(64, 110, 0.6)}
      {glassTree(138, 110, 0.6)}
      {glassTree(178, 116, 0.7)}
      <path d="M0 140Q100 122 200 140V300H0Z" fill={glass} opacity=".3" />
      {glassTree(30, 164, 1.15)}
      {glassTree(170, 164, 1.15)}
      <path d="M84 300L96 168H104L124 300Z" fill={paper} opacity=".3" />
      <path d="M0 208Q100 186 200 208V300H0Z" fill={ink} opacity=".82" />
      <path d="M94 186q6-8 12 0l5 24H89Z" fill={red} />
      <circle cx="100" cy="178" r="6.5" fill={sand} />
      <path d="M93 178a7 7 0 0 1 14-1l-3-1H96Z" fill={ink} />
      <circle cx="116" cy="200" r="10" fill={gold} opacity=".35" />
      <circle cx="116" cy="200" r="4" fill={gold} />
      {[
        [16, 30],
        [44, 62],
        [70, 24],
        [132, 26],
        [158, 56],
        [186, 22],
        [56, 150],
        [146, 152],
        [100, 136],
        [12, 86],
        [188, 88],
      ].map(([x, y]) => (
        <circle key={`${x}`} cx={x} cy={y} r="1.8" fill={paper} opacity=".85" />
      ))}
    </>
  ),
};

const midnightTram: PosterArt = {
  ground: ink,
  titleColor: gold,
  title: ['MIDNIGHT', 'TRAM 9'],
  titleY: 60,
  titleSize: 32,
  credit: 'last stop: you',
  art: (
    <>
      <path
        d="M0 120L26 110V84H44V116L62 104V128H82V150H0ZM200 120L180 106V78H158V112L140 100V128H120V150H200Z"
        fill={moss}
      />
      <path d="M0 150H200V300H0Z" fill={moss} opacity=".45" />
      <path d="M88 222L20 300H52L94 222ZM112 222L180 300H148L106 222Z" fill={sand} opacity=".55" />
      <path d="M66 214L-10 300H40L84 216ZM134 214L210 300H160L116 216Z" fill={gold} opacity=".28" />
      <path d="M100 82V98M84 88H116" stroke={sand} strokeWidth="2" />
      <path d="M0 70L100 84L200 66" fill="none" stroke={sand} strokeWidth="1" opacity=".6" />
      <path d="M60 112Q60 98 74 98H126Q140 98 140 112V216H60Z" fill={red} />
      <path d="M60 182H140V216H60Z" fill={rust} />
      <path d="M68 128H132V170H68Z" fill={night} />
      <path d="M68 128H98V170H68ZM102 128H132V170H102Z" fill={foam} opacity=".3" />
      <path d="M82 170q0-20 8-20t8 20Z" fill={ink} />
      <circle cx="90" cy="146" r="6" fill={ink} />
      <circle cx="88" cy="145" r="1.3" fill={gold} />
      <circle cx="92" cy="145" r="1.3" fill={gold} />
      <rect x="84" y="102" width="32" height="22" rx="4" fill={gold} />
      <text x="100" y="120" textAnchor="middle" fontSize="20" fontWeight="800" fill={ink}>
        9
      </text>
      <circle cx="74" cy="198" r="9" fill={gold} />
      <circle cx="126" cy="198" r="9" fill={gold} />
      <path d="M64 216H136L130 224H70Z" fill={ink} />
    </>
  ),
};

const saltAndCopper: PosterArt = {
  ground: sand,
  titleColor: rust,
  title: ['SALT AND', 'COPPER'],
  titleY: 272,
  titleSize: 32,
  credit: 'una película de Rafael Ordóñez',
  art: (
    <>
      <path d="M0 0H200V160H0Z" fill={ember} opacity=".5" />
      <path d="M0 0H200V64H0Z" fill={ember} opacity=".55" />
      <circle cx="138" cy="88" r="40" fill={gold} />
      <path d="M98 88h80M102 104h72M112 118h52" stroke={sand} strokeWidth="3" opacity=".8" />
      <path d="M0 132H18L26 96H70L78 132H104V160H0Z" fill={red} />
      <path d="M26 96H70L73 110H23Z" fill={rust} opacity=".6" />
      <path d="M124 160L132 122H186L192 140H200V160Z" fill={red} opacity=".85" />
      <path d="M0 156H200V206H0Z" fill={rust} />
      <path d="M0 206H200V300H0Z" fill={paper} />
      <path d="M0 206L60 206L30 228H0ZM96 206H200V214L150 224Z" fill={sand} opacity=".6" />
      <path d="M0 196H200" stroke={ink} strokeWidth="3" />
      <path
        d="M6 196v8M22 196v8M38 196v8M54 196v8M70 196v8M86 196v8M102 196v8M118 196v8M134 196v8M150 196v8M166 196v8M182 196v8M196 196v8"
        stroke={ink}
        strokeWidth="3"
      />
      <g fill={ink}>
        <path d="M22 168H84V188H22ZM92 168H124V188H92ZM132 162H160V188H132Z" />
        <path d="M160 172H184L192 188H160ZM166 152H176V172H166Z" />
        <circle cx="34" cy="191" r="5" />
        <circle cx="70" cy="191" r="5" />
        <circle cx="102" cy="191" r="5" />
        <circle cx="116" cy="191" r="5" />
        <circle cx="144" cy="190" r="6" />
        <circle cx="168" cy="190" r="6" />
        <circle cx="182" cy="190" r="6" />
      </g>
      <path d="M30 172h10v8H30zM46 172h10v8H46zM62 172h10v8H62zM98 172h8v8h-8zM111 172h8v8h-8z" fill={sand} />
      <path
        d="M170 150C164 132 146 138 138 126S108 128 100 116S72 118 60 110C76 106 98 104 108 110S138 112 146 120S176 128 172 150Z"
        fill={paper}
        opacity=".9"
      />
    </>
  ),
};

/** Posters by key. */
export const POSTERS: Readonly<Record<string, PosterArt>> = {
  'tide-clock': tideClock,
  'night-ferry': nightFerry,
  'paper-astronauts': paperAstronauts,
  'season-of-bees': seasonOfBees,
  'red-meridian': redMeridian,
  'glass-orchard': glassOrchard,
  'midnight-tram': midnightTram,
  'salt-and-copper': saltAndCopper,
};
