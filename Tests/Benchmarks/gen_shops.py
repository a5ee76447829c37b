#!/usr/bin/env python3
"""Generates shops in the format of SEMAS's table of a city: 39 columns, quoted text, unquoted numbers.

usage: gen_shops.py FILE [ROWS]    Writes UTF-8, always the same. 535,000 rows (290 MB) are about as many as for Seoul.
"""
import random
import sys

COLUMNS = (
    "상가업소번호,상호명,지점명,상권업종대분류코드,상권업종대분류명,상권업종중분류코드,상권업종중분류명,상권업종소분류코드,상권업종소분류명,"
    "표준산업분류코드,표준산업분류명,시도코드,시도명,시군구코드,시군구명,행정동코드,행정동명,법정동코드,법정동명,지번코드,대지구분코드,대지구분명,"
    "지번본번지,지번부번지,지번주소,도로명코드,도로명,건물본번지,건물부번지,건물관리번호,건물명,도로명주소,구우편번호,신우편번호,동정보,층정보,호정보,경도,위도"
).split(",")
CATEGORIES = [
    ("I2", "음식", "I201", "한식", "I20101", "백반/한정식", "I56111", "한식 일반 음식점업"),
    ("I2", "음식", "I201", "한식", "I20107", "돼지고기 구이/찜", "I56112", "한식 육류 요리 전문점"),
    ("I2", "음식", "I210", "기타 간이", "I21006", "치킨", "I56193", "치킨 전문점"),
    ("I2", "음식", "I212", "비알코올", "I21201", "카페", "I56221", "커피 전문점"),
    ("G2", "소매", "G204", "종합 소매", "G20405", "편의점", "G47122", "체인화 편의점"),
    ("G2", "소매", "G215", "의약·화장품 소매", "G21501", "약국", "G47811", "의약품 및 의료용품 소매업"),
    ("G2", "소매", "G209", "섬유·의복·신발 소매", "G20901", "남성 의류 소매업", "G47411", "남자용 겉옷 소매업"),
    ("L1", "부동산", "L102", "부동산 서비스", "L10203", "부동산 중개/대리업", "L68221", "부동산 중개 및 대리업"),
    ("P1", "교육", "P105", "일반 교육", "P10501", "입시·교과학원", "P85501", "일반 교과 학원"),
    ("Q1", "보건의료", "Q102", "의원", "Q10210", "치과의원", "Q86202", "치과 의원"),
    ("S2", "수리·개인", "S207", "이용·미용", "S20701", "미용실", "S96112", "두발 미용업"),
]
FIRST = "행복 서울 한강 은하 무지개 우리 푸른 새싹 대박 원조 할매 청춘 달빛 햇살 봄날".split()
LAST = "식당 상회 마을 나라 클럽 하우스 스토어 공방 연구소 본점 사랑방".split()
BRANCHES = ["", "", "", "강남점", "종로점", "역삼점", "신촌점", "홍대입구역점"]
DISTRICTS = [("11110", "종로구", "효자동", 37.573, 126.979), ("11680", "강남구", "역삼1동", 37.517, 127.047),
             ("11440", "마포구", "서교동", 37.566, 126.901), ("11500", "강서구", "화곡본동", 37.551, 126.849)]
ROADS = ["세종대로", "테헤란로", "강남대로", "월드컵북로4길", "강서로56나길", "사직로8길"]


def row(number, random):
    category = random.choice(CATEGORIES)
    district, district_name, town, lat, lng = random.choice(DISTRICTS)
    lot, part, house = random.randint(1, 999), random.randint(0, 40), random.randint(1, 400)
    road, road_code = random.choice(ROADS), random.randint(1000000, 9999999)
    lot_text = f"서울특별시 {district_name} {town} {lot}" + (f"-{part}" if part else "")
    lot_code = f"{district}{random.randint(10100, 18900):05d}1{lot:04d}{part:04d}"
    building = random.choice(["", "", "한국빌딩", "대우아이빌", "서울파이낸스센터"])
    post = f"{random.randint(1000, 8999):05d}"
    quoted = [
        f"MA0101202210A{number:07d}", f"{random.choice(FIRST)}{random.choice(LAST)}{random.randint(1, 99)}",
        random.choice(BRANCHES), *category, "11", "서울특별시", district, district_name, district + "53000", town,
        lot_code[:10], town, lot_code, "1", "대지"]
    last = [lot_text, f"{district}{road_code}", f"서울특별시 {district_name} {road}", str(house), "", lot_code + f"{number % 1000000:06d}",
            building, f"서울특별시 {district_name} {road} {house}", f"1{post}", post, "", random.choice(["", "1", "2", "지"]), ""]
    cells = [f'"{cell}"' for cell in quoted] + [str(lot), str(part) if part else ""] + [f'"{cell}"' for cell in last]
    cells += [f"{lng + random.uniform(-.04, .04):.12f}", f"{lat + random.uniform(-.03, .03):.12f}"]
    return ",".join(cells)


def main():
    path, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 535_000
    dice = random.Random(12)
    with open(path, "w", encoding="utf-8", newline="") as out:
        out.write(",".join(f'"{column}"' for column in COLUMNS) + "\n")
        for number in range(rows):
            out.write(row(number, dice) + "\n")


main()
